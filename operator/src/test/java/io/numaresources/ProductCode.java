package io.numaresources;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of the product, read once for all tests that look at them. */
public final class ProductCode {
    /** Without tests. */
    public static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.numaresources");

    private ProductCode() {}
}
