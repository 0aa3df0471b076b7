# flickd: `make help` lists the verbs in the groups that the lines with `##@` begin.
#
# Make splits words at blanks. DESTDIR, PREFIX and their like therefore appear in no rule: make passes them to the scripts in
# the environment, and packaging/install.sh has their defaults.

SHELL := /bin/bash
PRODUCTS ?= flickd flickctl

# Swift caches compiled modules in the user's cache folder; if that folder is not writable, beside the build.
ifndef XDG_CACHE_HOME
  XDG_CACHE_HOME := $(shell mkdir -p ~/.cache 2>/dev/null && test -w ~/.cache && echo ~/.cache || echo "$$PWD/.build/cache")
  export XDG_CACHE_HOME
endif

DIST := .build/dist
# ONLY names stages instead of those of a verb; `Tests/Stages/run.py --list` prints all.
STAGES := packaging/moved.sh && packaging/scratch.sh Tests/Stages/run.py

# Every rule here is a verb; none makes a file of its name.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile | sort -u)

# The first rule, thus plain `make`.
usage:
	@packaging/help.sh

.DEFAULT:
	@packaging/help.sh --unknown '$@'

##@ Everyday

help: ## list all verbs
	@packaging/help.sh --all

run: deps ## build, start flickd on this machine's touchscreens or on a demo panel, and print decisions
	@$(MAKE) --no-print-directory build
	@packaging/run.sh '$(DIST)'

show: deps ## build, and serve the gallery with a flickd that plays its demo: no touchscreen, no root
	@$(MAKE) --no-print-directory build
	@packaging/show.sh '$(DIST)'

check: ## compile flickd and flickctl, and run the tests that start neither
	@$(STAGES) $(or $(ONLY),check)

test: ## install what the tests need, and run all tests; with ONLY="web browser", only these
	@$(STAGES) $(or $(ONLY),test)

build: ## build the release into .build/dist
	@packaging/build.sh $(PRODUCTS)

deps: # install what a build needs
	@packaging/deps.sh build

lint: ## check format, scripts, man pages and the length of files
	@packaging/deps.sh build lint
	@packaging/lint.sh

format: ## format the sources
	swift format -i -r Sources Tests Package.swift

generate: ## write the generated files from the tables in Sources/Tables
	python3 -B packaging/generate.py

clean: ## remove what was built
	rm -rf .build

##@ Proofs and measures

prove: ## prove size, purity, equal output and units; with ONLY="fuzz sanitize", only these
	@$(STAGES) $(or $(ONLY),prove)

bench: ## measure accuracy, cost, and flickd beside other programs; with ONLY=quick, only what has a bound
	@$(STAGES) $(or $(ONLY),bench)

# Each check finds a planted fault first; here, those with many plants find all.
nightly: export FLICKD_PLANTS = all
nightly: ## run what takes too long for every change; as root, half a night
	@$(STAGES) $(or $(ONLY),nightly)

##@ Packages

install: ## install what `make build` built, under DESTDIR; with PRODUCTS=flickd, the service alone
	@packaging/install.sh install $(PRODUCTS)

uninstall: ## remove what `make install` installed, except a changed configuration
	@packaging/install.sh uninstall $(PRODUCTS)

deb: ## build the Debian packages into .build/deb
	@packaging/deps.sh build deb
	@$(MAKE) --no-print-directory build
	@packaging/deb.sh -o .build/deb

npm: ## pack the web modules as an npm package into .build/npm
	@packaging/deps.sh build npm
	@packaging/npm.sh .build/npm

##@ Maintenance

# MATERIAL names the folder to fill instead of the cache, MIRROR a folder of mirrors to read instead of github.com. Both may
# contain spaces.
recordings: export FLICKD_FETCH_MATERIAL = $(MATERIAL)
recordings: export FLICKD_FETCH_MIRROR = $(MIRROR)
recordings: ## fetch the public recordings that tests read (10 MB from GitHub), and verify each
	@command -v python3 >/dev/null || { echo "recordings: there is no python3 in PATH: apt install python3" >&2; exit 69; }
	@python3 Tests/Recordings/fetch.py $${FLICKD_FETCH_MIRROR:+--mirror "$$FLICKD_FETCH_MIRROR"} \
	  $${FLICKD_FETCH_MATERIAL:+-- "$$FLICKD_FETCH_MATERIAL"}

reference: ## write the table of metrics in docs/tuning.md and the completion of flickd
	FLICKD_WRITE_REFERENCE=1 swift test --disable-xctest --filter 'TuningDocumentationTests|CompletionTests'

figures: ## take the pictures of the documents again; with ONLY=gallery or ONLY=report, only these
	@packaging/figures.sh $(ONLY)
