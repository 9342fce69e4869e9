# Thin: every target is one or two commands. `make` lists them.

JDK := $(shell .ci/find-jdk)
export JAVA_HOME := $(JDK)
# Maven 3 itself uses what JDK 25 warns of
export MAVEN_OPTS := --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow $(MAVEN_OPTS)

MVN := mvn -B -ntp
TESTBED := $(JDK)/bin/java -cp 'testbed/target/classes:testbed/target/lib/*' io.numaresources.testbed.cli.Main
SOURCES := pom.xml crds/pom.xml testbed/pom.xml operator/pom.xml \
  $(shell find crds/src/main testbed/src/main operator/src/main -type f)
PACKAGED := operator/target/packaged.stamp
AOT := operator/target/quarkus-app/app.aot

.DEFAULT_GOAL := help
.PHONY: help demo test verify e2e build testbed install format clean jdk tools

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

demo: $(PACKAGED) ## Show the operator at work, on a control plane of its own or in the cluster of KUBECONFIG; ARGS=--help for options
	@$(TESTBED) demo $(ARGS)

test: tools ## Run every test: unit, golden manifests, properties, API server and end to end
	$(MVN) verify

verify: jdk ## Check formatting, regenerate, compile with -Werror, run the tests that need no cluster, fail on a dirty tree
	$(MVN) spotless:check verify -DskipITs
	@.ci/clean-tree

e2e: $(PACKAGED) ## Run the tests on two emulated NUMA machines with real kubelets; needs root, and installs the Debian packages it needs
	@$(TESTBED) build --machines
	$(MVN) verify -Pe2e

build: $(AOT) ## Package the operator and train its AOT cache

testbed: $(PACKAGED) ## Run a control plane with simulated nodes until Ctrl-C; ARGS='--nodes demo=2 --with-scheduler'
	@$(TESTBED) up $(ARGS)

install: ## Apply the CRDs and the RBAC to the cluster of KUBECONFIG; there is no image of the operator yet
	kubectl apply --server-side -f crds/numaresourcesoperators.numaresources.io-v1.yml -f crds/numanodes.numaresources.io-v1.yml
	kubectl apply --server-side -k config/rbac

format: jdk ## Format the Java sources
	$(MVN) -q spotless:apply

clean: jdk ## Remove what was built and what killed testbeds and machines left; the cache of the testbed's programs stays
	@if [ -d testbed/target/lib ]; then $(TESTBED) clean; fi
	$(MVN) -q clean

jdk:
	@.ci/find-jdk -v >/dev/null
	@command -v mvn >/dev/null || { echo "Maven 3.8.7 or newer is missing." >&2; exit 1; }
	@command -v go >/dev/null || { echo "Go 1.24 or newer is missing; the testbed's programs are built with it." >&2; exit 1; }

tools: $(PACKAGED)
	@$(TESTBED) build

$(PACKAGED): $(SOURCES) | jdk
	@rm -f $(AOT)
	@.ci/step "Building the operator and the testbed" $(MVN) package -DskipTests
	@touch $@

$(AOT): $(PACKAGED)
	@$(TESTBED) train
