# Thin: every target is one or two commands. `make` lists them.

JDK := $(shell .ci/find-jdk)
export JAVA_HOME := $(JDK)
# Maven 3 itself uses what JDK 25 warns of
export MAVEN_OPTS := --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow $(MAVEN_OPTS)

MVN := mvn -B -ntp
TESTBED := $(JDK)/bin/java -cp 'testbed/target/classes:testbed/target/lib/*' io.numaresources.testbed.cli.Main
IMAGES := $(JDK)/bin/java -cp 'packaging/target/classes:packaging/target/lib/*' io.numaresources.packaging.image.Main
# The operator's image: where config/ says it is, or IMAGE=registry/name:tag
IMAGE ?=
BASE ?=
PLATFORMS ?=
DIGESTS ?=
SOURCES := pom.xml crds/pom.xml testbed/pom.xml operator/pom.xml \
  $(shell find crds/src/main testbed/src/main operator/src/main -type f)
PACKAGED := operator/target/packaged.stamp
AOT := operator/target/quarkus-app/app.aot

.DEFAULT_GOAL := help
.PHONY: help demo test verify e2e chaos build bench dashboard jmh testbed bundle digests image push install format clean jdk tools

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

demo: $(PACKAGED) ## Show the operator at work, on a control plane of its own or in the cluster of KUBECONFIG; ARGS=--help for options
	@$(TESTBED) demo $(ARGS)

test: tools ## Run every test: unit, golden manifests, properties, API server and end to end
	$(MVN) verify

verify: jdk ## Check formatting, regenerate, compile with -Werror, run the tests that need no cluster, fail on a dirty tree
	$(MVN) spotless:check verify -DskipITs
	@.ci/clean-tree

e2e: image ## Run the tests on two NUMA machines with real kubelets; needs root, and installs the Debian packages it needs
	@$(TESTBED) build --machines
	$(MVN) verify -Pe2e $(ARGS)

chaos: tools ## Run the reliability tests in their long form, some 25 minutes, and leave the figures in operator/target/chaos.txt
	$(MVN) verify -pl crds,testbed,operator -Dchaos.long=true -Dit.test='ChaosIT,HostileContentsIT,KilledOperatorIT,LeadershipIT,LostUpdateIT' \
	  -Dtest=NONE -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

build: $(AOT) ## Package the operator and train its AOT cache

bench: $(AOT) ## Measure the operator and write docs/benchmarks.md, on a quiet machine; ARGS=--quick to try it out
	@$(TESTBED) bench $(ARGS)

dashboard: $(PACKAGED) ## Let the operator work for six minutes and draw its dashboard to docs/images/dashboard.svg
	@$(TESTBED) dashboard $(ARGS)

jmh: jdk ## Measure the verdict engine with JMH; on a quiet machine
	@rm -rf operator/target/test-classes # else nothing is compiled, and no harness generated, after a build without the profile
	$(MVN) -q -Pbench -pl crds,testbed,operator test-compile
	$(JDK)/bin/java -cp operator/target/test-classes:operator/target/classes:$$(cat operator/target/bench.classpath) io.numaresources.topology.VerdictBenchmark

testbed: $(PACKAGED) ## Run a control plane with simulated nodes until Ctrl-C; ARGS='--nodes demo=2 --with-scheduler'
	@$(TESTBED) up $(ARGS)

bundle: jdk ## Generate bundle/, deploy/ and dist/ from config/ and the code; IMAGE=registry/name:tag for another image, DIGESTS=file to pin operands
	$(MVN) -q process-classes -pl packaging -am -Dimage=$(IMAGE) -Ddigests=$(DIGESTS)

digests: jdk ## Ask the registries for the digests of all operand images and write packaging/target/digests.yaml, for make bundle
	@$(IMAGES) digests >packaging/target/digests.yaml

image: STAGED := packaging/target/image/opt
image: jdk ## Build the image to packaging/target/image/operator.tar; BASE=image for a base from a registry instead of Debian packages
	@.ci/step "Building the operator and the packaging" $(MVN) package -DskipTests
	@.ci/step "Linking the runtime" $(IMAGES) stage operator/target/quarkus-app --to $(STAGED) --options operator/src/main/jvm/jvm.options
	@$(TESTBED) train --runtime $(STAGED)/runtime --application $(STAGED)/app
	@$(IMAGES) build $(STAGED) --licence LICENSE --base '$(BASE)' --image $(or $(IMAGE),numaresources-operator:dev) --tar packaging/target/image/operator.tar

push: jdk ## Push what make image staged to IMAGE=registry/name:tag; PLATFORMS=linux/amd64,linux/arm64 for an index, on a BASE with Java 25
	@$(IMAGES) build packaging/target/image/opt --licence LICENSE --base '$(BASE)' --platforms '$(PLATFORMS)' --image $(or $(IMAGE),$(error IMAGE=registry/name:tag is needed))

install: ## Apply everything to the cluster of KUBECONFIG; IMAGE=registry/name:tag is where the operator's image was pushed
	kubectl kustomize config/default | sed 's|registry.example.com/numaresources/operator:.*|$(or $(IMAGE),$(error IMAGE=registry/name:tag is needed))|' | kubectl apply --server-side -f -

format: jdk ## Format the Java sources
	$(MVN) -q spotless:apply

clean: jdk ## Remove what was built and what killed testbeds and machines left; the cache of the testbed's programs stays
	@if [ -d testbed/target/lib ]; then $(TESTBED) clean; fi
	$(MVN) -q clean

jdk:
	@.ci/find-jdk -v >/dev/null
	@command -v mvn >/dev/null || { echo "Maven 3.8.7 or newer is missing." >&2; exit 1; }
	@command -v go >/dev/null || { echo "Go 1.26.7 or newer is missing; the testbed's programs are built with it." >&2; exit 1; }

tools: $(PACKAGED)
	@$(TESTBED) build

$(PACKAGED): $(SOURCES) | jdk
	@rm -f $(AOT) operator/target/quarkus-app/cli.aot
	@.ci/step "Building the operator and the testbed" $(MVN) package -DskipTests -pl operator -am
	@touch $@

$(AOT): $(PACKAGED)
	@$(TESTBED) train
