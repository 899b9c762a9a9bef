-- What somebody does in Neovim with two configurations, and what has to be seen then. `HOME` has the files of neovim.test.ts.
local home = vim.env.HOME
local checks = 0

local function check(what, isRight)
  if not vim.wait(30000, isRight, 10) then error("not seen: " .. what) end
  checks = checks + 1
end

local function open(name)
  vim.cmd("edit " .. vim.fn.fnameescape(home .. name))
  return vim.api.nvim_get_current_buf()
end

local function lines(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") end

local function finds(buffer, rule)
  return function()
    for _, one in ipairs(vim.diagnostic.get(buffer)) do
      if one.code == rule or (one.user_data and one.user_data.lsp and one.user_data.lsp.code == rule) then return true end
    end
    return false
  end
end

local function go(mark, beyond)
  vim.fn.cursor(1, 1)
  vim.fn.search("\\V" .. mark, "cW")
  vim.fn.cursor(vim.fn.line("."), vim.fn.col(".") + (beyond or 0))
end

local function shown(text)
  return function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" and lines(vim.api.nvim_win_get_buf(window)):find(text, 1, true) then
        return true
      end
    end
    return false
  end
end

local function run()
  local global = open("/.config/agent/config.yaml")
  vim.o.hidden = true
  local project = open("/work/.agent/config.yaml")
  check("a reference to nothing", finds(project, "reference/unknown-provider"))

  go("provider: mien", 10)
  vim.ui.select = function(items, _, choose) choose(items[1]) end
  vim.lsp.buf.code_action()
  check("the fix of a code action", function() return lines(project):find("provider: mine", 1, true) end)
  check("nothing to find any more", function() return not finds(project, "reference/unknown-provider")() end)

  go("provider: mine", 0)
  vim.lsp.buf.hover()
  check("a hover", shown("provider"))
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then vim.api.nvim_win_close(window, true) end
  end

  go("provider: mine", 10)
  vim.lsp.buf.definition()
  check("the definition in the other file", function()
    return vim.api.nvim_get_current_buf() == global and vim.fn.expand("<cword>") == "mine"
  end)

  vim.api.nvim_buf_set_lines(global, 2, 3, false, { (lines(global):match("  mine[^\n]*"):gsub("mine", "other")) })
  check("an unsaved edit that breaks the project", finds(project, "reference/unknown-provider"))
  vim.cmd("silent undo")
  check("an unsaved edit that repairs it", function() return not finds(project, "reference/unknown-provider")() end)

  vim.api.nvim_set_current_buf(project)
  go("provider: mine", 10)
  vim.lsp.buf.rename("yours")
  check("a rename in both files", function()
    return lines(project):find("provider: yours", 1, true) and lines(global):find("  yours:", 1, true)
  end)
  check("no finding after it", function() return not finds(project, "reference/unknown-provider")() end)

  local policy = open("/work/agentcfg/policy.yaml")
  check("a mistake in a policy", finds(policy, "policy/unusable"))
end

local isRight, message = pcall(run)
io.stdout:write(isRight and (checks .. " of 10 seen") or tostring(message), "\n")
vim.cmd("qall!")
