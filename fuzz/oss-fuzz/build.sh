#!/bin/bash -eu
# Builds every target with its seeds into $OUT, as OSS-Fuzz asks. Also works here:
#   SRC=.. OUT=$PWD/target/oss-fuzz fuzz/oss-fuzz/build.sh, in the project's folder and with cargo-fuzz installed.

# The toolchain of `rust-toolchain.toml` is a stable one; sanitizers need nightly.
export RUSTUP_TOOLCHAIN="${RUSTUP_TOOLCHAIN:-nightly}"
# Link-time optimization takes minutes a target.
export CARGO_PROFILE_RELEASE_LTO=off

cargo fuzz build -O --debug-assertions

mkdir -p "$OUT"
built="target/x86_64-unknown-linux-gnu/release"
for target in fuzz/fuzz_targets/*.rs; do
  name=$(basename "$target" .rs)
  cp "$built/$name" "$OUT/"
  (cd "fuzz/corpus/$name" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
  # A run beyond a gigabyte or half a minute fails; documents are made of so many bytes at most.
  options="$OUT/$name.options"
  printf '[libfuzzer]\nrss_limit_mb = 1024\ntimeout = 30\n' > "$options"
  case $name in
    read | decode) ;;
    *) echo 'max_len = 1500' >> "$options" ;;
  esac
done
cp fuzz/read.dict "$OUT/read.dict"
