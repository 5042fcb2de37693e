import type { Context } from '../../lib/context.ts';

/** Scripts by shell. `social __complete` prints lines `value<tab>description`; the line `:files` lets the shell complete files. */
const SCRIPTS = {
  bash: String.raw`# bash completion for social
_social() {
  local current="${'$'}{COMP_WORDS[COMP_CWORD]}" value description
  COMPREPLY=()
  while IFS=$'\t' read -r value description; do
    if [[ $value == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
      return
    fi
    COMPREPLY+=("$value")
  done < <(social __complete -- "${'$'}{COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _social social
`,
  zsh: String.raw`#compdef social
# zsh completion for social
_social() {
  local -a lines values
  local line
  lines=("${'$'}{(@f)$(social __complete -- "${'$'}{(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == ":files" ]]; then
    _files
    return
  fi
  for line in $lines; do
    [[ -n $line ]] && values+=("${'$'}{${'$'}{line%%$'\t'*}//:/\\:}:${'$'}{line#*$'\t'}")
  done
  _describe -V social values
}
if [[ $funcstack[1] == _social ]]; then
  _social "$@"
else
  compdef _social social
fi
`,
  fish: String.raw`# fish completion for social
function __social_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (social __complete -- $words[2..-1] "$current" 2>/dev/null)
    if test "$lines[1]" = ":files"
        __fish_complete_path "$current"
        return
    end
    if test (count $lines) -gt 0
        printf '%s\n' $lines
    end
end
complete -c social -f -a '(__social_complete)'
`,
} as const;

/** `social completion <shell>`. */
export async function printScript({ io }: Context, shell: keyof typeof SCRIPTS): Promise<void> {
  io.stdout.write(SCRIPTS[shell]);
}
