package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A value that this version does not know reads as if the field were absent, so that one object written by a newer version does not
 * stop an informer for all of them. Admission refuses such a value all the same, and
 * {@link SpecReader} notes the ones of a spec.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD})
@JacksonAnnotationsInside
@JsonFormat(with = JsonFormat.Feature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
public @interface UnknownAsAbsent {}
