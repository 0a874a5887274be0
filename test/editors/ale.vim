" Vim 9 with ALE as a real client over stdio, without a screen:
"   printf "1\n" | RESULT=out.txt FILE=agent.js SERVER=path/to/bin.js vim -N -u NONE -i NONE -n -es -S ale.vim
" Writes "ok" or "not ok" for each step to RESULT, and exits 0 or 1.
set nocompatible hidden nobackup nowritebackup noswapfile
set runtimepath^=/usr/share/vim-ale
let g:ale_linters_explicit = 1
let g:ale_linters = {'javascript': ['agentloop']}
let g:ale_lint_delay = 50
let g:ale_popup_menu_enabled = 0
let g:ale_history_enabled = 0
filetype plugin on
runtime plugin/ale.vim
let s:failed = 0
function! s:check(ok, what) abort
  if !a:ok | let s:failed += 1 | endif
  call writefile([(a:ok ? 'ok' : 'not ok') . ' - ' . a:what], $RESULT, 'a')
endfunction
function! s:wait(ms, expr) abort
  let l:n = 0
  while l:n < a:ms
    if eval(a:expr) | return 1 | endif
    sleep 50m
    let l:n += 50
  endwhile
  return eval(a:expr)
endfunction
function! Found() abort
  return len(filter(copy(ale#engine#GetLoclist(bufnr(''))), 'get(v:val, "code", "") ==# "no-unbounded-loop"'))
endfunction
call ale#linter#Define('javascript', {'name': 'agentloop', 'lsp': 'stdio', 'executable': 'node',
\ 'command': '%e ' . $SERVER . ' --stdio', 'project_root': {b -> fnamemodify(bufname(b), ':p:h')}})
execute 'edit ' . fnameescape($FILE)
set filetype=javascript
call ale#Queue(0)
call s:check(s:wait(20000, 'Found() > 0'), 'diagnostics are shown')
let s:before = getline(1, '$')
for s:d in ale#engine#GetLoclist(bufnr(''))
  if get(s:d, 'code', '') ==# 'no-unbounded-loop'
    call cursor(s:d.lnum, s:d.col)
  endif
endfor
" In this mode the answer to "Type number and <Enter>" is read from the standard input.
ALECodeAction
call s:check(s:wait(20000, 'getline(1, "$") != s:before'), 'a quick-fix is applied')
" TextChanged does not fire in this mode: ask for the lint.
call ale#Queue(0)
call s:check(s:wait(20000, 'Found() == 0'), 'the finding is gone after the fix')
silent write!
execute s:failed == 0 ? 'qall!' : 'cquit!'
