use crate::sinew;

#[test]
fn every_shell_gets_a_script_that_knows_the_verbs() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = sinew(&["completions", shell]);
        for verb in ["inspect", "evaluate", "copy", "completions"] {
            assert!(run.text().contains(verb), "{shell} {verb}");
        }
    }
}

#[test]
fn an_unknown_shell_is_a_usage_error_that_lists_the_known() {
    assert!(sinew(&["completions", "abacus"]).failure(2).contains("powershell"));
}
