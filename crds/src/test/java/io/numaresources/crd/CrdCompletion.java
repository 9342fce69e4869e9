package io.numaresources.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What the generator leaves out of a definition: it sorts printer columns by path instead of leaving them in the order of their
 * annotations, and does not describe the kind.
 */
final class CrdCompletion implements CRDPostProcessor {
    private final List<? extends Class<?>> kinds;

    CrdCompletion(List<? extends Class<?>> kinds) {
        this.kinds = kinds;
    }

    @Override
    public HasMetadata process(HasMetadata definition, String version) {
        if (definition instanceof CustomResourceDefinition crd) {
            Class<?> kind = kind(crd.getSpec().getNames().getKind());
            crd.getSpec().getVersions().forEach(served -> {
                describe(served, kind);
                order(served, kind);
            });
        }
        return definition;
    }

    private Class<?> kind(String name) {
        return kinds.stream()
                .filter(type -> HasMetadata.getKind(type).equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void describe(CustomResourceDefinitionVersion version, Class<?> kind) {
        version.getSchema()
                .getOpenAPIV3Schema()
                .setDescription(kind.getAnnotation(JsonClassDescription.class).value());
    }

    private static void order(CustomResourceDefinitionVersion version, Class<?> kind) {
        List<String> order = Arrays.stream(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
                .map(AdditionalPrinterColumn::name)
                .toList();
        version.setAdditionalPrinterColumns(version.getAdditionalPrinterColumns().stream()
                .sorted(Comparator.comparingInt(column -> place(order, column)))
                .toList());
    }

    private static int place(List<String> order, CustomResourceColumnDefinition column) {
        int place = order.indexOf(column.getName());
        if (place < 0) {
            throw new IllegalStateException("column " + column.getName() + " has no annotation on its kind");
        }
        return place;
    }
}
