// Command bundlecheck judges an OLM bundle with the code that OLM's own tools use. It prints one line for each error and warning and exits
// with 1 if there is an error.
//
//	bundlecheck BUNDLE [KUBERNETES-VERSION]
//	bundlecheck teststatus FILE     what a test of the scorecard printed
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/operator-framework/api/pkg/apis/scorecard/v1alpha3"
	"github.com/operator-framework/api/pkg/manifests"
	"github.com/operator-framework/api/pkg/validation"
	"github.com/operator-framework/api/pkg/validation/errors"
	"github.com/operator-framework/operator-registry/pkg/lib/bundle"
	"github.com/sirupsen/logrus"
	"sigs.k8s.io/yaml"
)

// multiarch asks a registry for the images, so it is left out.
var validators = append(validation.DefaultBundleValidators,
	validation.OperatorHubV2Validator,
	validation.StandardCapabilitiesValidator,
	validation.StandardCategoriesValidator,
	validation.AlphaDeprecatedAPIsValidator,
	validation.GoodPracticesValidator,
	validation.ObjectValidator,
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		fmt.Fprintln(os.Stderr, "usage: bundlecheck BUNDLE [KUBERNETES-VERSION]")
		os.Exit(2)
	}
	logrus.SetOutput(io.Discard)
	if os.Args[1] == "teststatus" {
		if testStatus(os.Args[len(os.Args)-1]) {
			os.Exit(1)
		}
		return
	}
	version := ""
	if len(os.Args) == 3 {
		version = os.Args[2]
	}
	failed := format(os.Args[1])
	failed = scorecard(os.Args[1]) || failed
	failed = content(filepath.Join(os.Args[1], "manifests"), version) || failed
	if failed {
		os.Exit(1)
	}
}

// format reports whether annotations, folders or kinds are not those of a registry+v1 bundle.
func format(folder string) bool {
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	validator := bundle.NewImageValidator(nil, logrus.NewEntry(logger))
	failed := report("error", "format", validator.ValidateBundleFormat(folder))
	return report("error", "content", validator.ValidateBundleContent(filepath.Join(folder, "manifests"))) || failed
}

// scorecard reports whether the configuration of the scorecard isn't one, or has a test that can't be selected or started.
func scorecard(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, "tests/scorecard/config.yaml"))
	if os.IsNotExist(err) {
		return false
	}
	var configuration v1alpha3.Configuration
	if err == nil {
		err = yaml.UnmarshalStrict(text, &configuration)
	}
	failed := report("error", "scorecard", err)
	for _, stage := range configuration.Stages {
		for _, test := range stage.Tests {
			if test.Image == "" || len(test.Entrypoint) == 0 || test.Labels["test"] == "" || test.Labels["suite"] == "" {
				failed = report("error", "scorecard", fmt.Errorf("test %v lacks image, entrypoint or label", test))
			}
		}
	}
	return failed
}

// testStatus reports whether a file isn't what the scorecard reads from the log of a test's pod.
func testStatus(file string) bool {
	text, err := os.ReadFile(file)
	var status v1alpha3.TestStatus
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		err = decoder.Decode(&status)
		if err == nil && decoder.More() {
			err = fmt.Errorf("more than one document")
		}
	}
	failed := report("error", "teststatus", err)
	for _, result := range status.Results {
		switch result.State {
		case v1alpha3.PassState, v1alpha3.FailState, v1alpha3.ErrorState:
		default:
			failed = report("error", "teststatus", fmt.Errorf("%s has state %q", result.Name, result.State))
		}
	}
	return failed
}

func content(folder, version string) bool {
	loaded, err := manifests.GetBundleFromDir(folder)
	if err != nil {
		return report("error", "load", err)
	}
	failed := false
	for _, object := range loaded.Objects {
		if supported, _ := bundle.IsSupported(object.GetKind()); !supported {
			failed = report("error", "kinds", fmt.Errorf("%s %s may not be in a bundle", object.GetKind(), object.GetName()))
		}
	}
	objects := loaded.ObjectsToValidate()
	for _, object := range loaded.Objects {
		objects = append(objects, object)
	}
	if version != "" {
		objects = append(objects, map[string]string{"k8s-version": version})
	}
	for _, result := range validators.Validate(objects...) {
		failed = results(result) || failed
	}
	return failed
}

func results(result errors.ManifestResult) bool {
	for _, warning := range result.Warnings {
		report("warning", result.Name, warning)
	}
	for _, err := range result.Errors {
		report("error", result.Name, err)
	}
	return result.HasError()
}

func report(severity, about string, err error) bool {
	if err == nil {
		return false
	}
	fmt.Printf("%s: %s: %s\n", severity, about, strings.Join(strings.Fields(err.Error()), " "))
	return true
}
