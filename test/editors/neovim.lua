-- Neovim (0.7 or newer) as a real client over stdio, without a screen:
--   FILE=agent.js SERVER=path/to/bin.js nvim --clean --headless -S neovim.lua
-- Prints "ok" or "not ok" for each step, and exits 0 or 1.
local file, server = assert(os.getenv('FILE')), assert(os.getenv('SERVER'))
local failed = 0
local function check(ok, what)
  if not ok then failed = failed + 1 end
  io.stdout:write((ok and 'ok - ' or 'not ok - ') .. what .. '\n')
  return ok
end
local function has(buf, code)
  for _, d in ipairs(vim.diagnostic.get(buf)) do
    local found = d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code)
    if found == code then return d end
  end
end

local function main()
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  local buf = vim.api.nvim_get_current_buf()
  vim.bo[buf].filetype = 'javascript'
  local id = vim.lsp.start_client({ name = 'agent-loop', cmd = { 'node', server, '--stdio' }, root_dir = vim.fn.fnamemodify(file, ':h') })
  vim.lsp.buf_attach_client(buf, id)
  check(vim.wait(20000, function() return has(buf, 'no-unbounded-loop') ~= nil end, 20), 'diagnostics are shown')
  local d = has(buf, 'no-unbounded-loop')
  if not d then return end

  vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(buf), only = { 'quickfix' } }
  local answer = vim.lsp.buf_request_sync(buf, 'textDocument/codeAction', params, 20000)
  local chosen
  for _, action in ipairs(answer and answer[id] and answer[id].result or {}) do
    local code = action.diagnostics and action.diagnostics[1] and action.diagnostics[1].code
    if code == 'no-unbounded-loop' and (action.isPreferred or not chosen) then chosen = action end
  end
  if not check(chosen ~= nil, 'a quick-fix is offered') then return end
  -- Neovim asks for the edit of an action when it has been chosen.
  if not chosen.edit then
    local resolved = vim.lsp.buf_request_sync(buf, 'codeAction/resolve', chosen, 20000)
    chosen = resolved and resolved[id] and resolved[id].result or chosen
  end
  vim.lsp.util.apply_workspace_edit(chosen.edit, vim.lsp.get_client_by_id(id).offset_encoding)
  check(vim.wait(20000, function() return has(buf, 'no-unbounded-loop') == nil end, 20), 'the finding is gone after the fix')
  vim.cmd('write!')
end

local ok, err = xpcall(main, debug.traceback)
if not ok then check(false, err) end
vim.lsp.stop_client(vim.lsp.get_active_clients())
vim.wait(3000, function() return #vim.lsp.get_active_clients() == 0 end, 20)
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
