/** Words of git that are code or name programs: settings, commands that run others, and names that only its configuration knows. */
import { afterOptions } from "./options.js";
import type { Word } from "./word.js";

/** Settings of git that name no program and no command. */
const PLAIN_SETTING =
  /^(?:user|color|column|advice|log|init|commit\.gpgsign|core\.(?:quotepath|autocrlf|eol|filemode))\b/i;

const GLOBAL = {
  ...{ valued: "Cc", plain: "pPvh" },
  long: [
    ...["--git-dir=", "--work-tree=", "--namespace=", "--super-prefix=", "--attr-source=", "--list-cmds="],
    ...["--paginate", "--no-pager", "--bare", "--no-replace-objects", "--literal-pathspecs", "--glob-pathspecs"],
    ...["--noglob-pathspecs", "--icase-pathspecs", "--no-optional-locks", "--no-lazy-fetch", "--no-advice"],
    ...["--version", "--help", "--html-path", "--man-path", "--info-path", "--exec-path"],
  ],
};

/** Options of any command that name a program; git takes their beginnings, too. */
const NAMING = /^--(?:exec?(?:=|$)|ex(?:=|$)|upl|rece|open-|open?(?:=|$)|extc|smtp-ser)|^--\w+-cmd/;

/** Options of one command that do, in a cluster of letters. */
const OWN_NAMING: ReadonlyMap<string, RegExp> = new Map([
  ["rebase", /^-[inqvfk]*x/],
  ["clone", /^-[lsnqv46]*u/],
  ["grep", /^-[ivwInlLchHEGPFopWqr0-9]*O/],
]);

/** Commands that run others behind a word, and those that always do. */
const RUNNING_BEHIND: ReadonlyMap<string, string> = new Map([
  ["submodule", "foreach"],
  ["submodule--helper", "foreach"],
  ["bisect", "run"],
  ["hook", "run"],
]);
const RUNNING: ReadonlySet<string> = new Set(["difftool", "filter-branch", "for-each-repo", "mergetool", "shell"]);

/** What `git config` does when it only shows settings. */
const READING = /^(?:get|list|--get|-l|--list)(?:$|[ -])/;

/** Commands of git itself, by their names; another one may be an alias of any. */
const OWN: ReadonlySet<string> = new Set(
  `add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout
  checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config count-objects credential describe diagnose diff
  diff-files diff-index diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo
  format-patch fsck gc get-tar-commit-id grep hash-object help hook http-fetch http-push imap-send index-pack init init-db interpret-trailers log
  ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-tree mergetool mktag mktree
  multi-pack-index mv name-rev notes pack-objects pack-refs patch-id prune prune-packed pull push range-diff read-tree rebase reflog remote
  remote-ext repack replace replay request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack shell shortlog show
  show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule submodule--helper switch symbolic-ref tag unpack-file
  unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version
  whatchanged worktree write-tree`.split(/\s+/),
);

/** See `Run.code`. */
export function codeOfGit(words: readonly Word[]): number | undefined {
  const texts = words.map(({ literal, glob }) => literal ?? glob);
  const last = texts.length - 1;
  const at = afterOptions(words, 1, GLOBAL);
  if (at === undefined) return last;
  const settings = texts.slice(0, at).flatMap((text, index) => (text === "-c" ? [index + 1] : []));
  const setting = settings.find((index) => !PLAIN_SETTING.test(texts[index] ?? ""));
  if (setting !== undefined) return Math.min(setting, last);
  const command = texts[at];
  if (command === undefined) return undefined;
  if (words[at]?.literal === undefined || !OWN.has(command)) return at;
  const naming = texts.findIndex(
    (text, index) => index > at && (NAMING.test(text) || OWN_NAMING.get(command)?.test(text) === true),
  );
  if (naming !== -1) return Math.min(naming + 1, last);
  const behind = texts.slice(at + 1);
  const runs = command === "config" ? !READING.test(behind.join(" ")) : RUNNING.has(command);
  return runs || behind.includes(RUNNING_BEHIND.get(command) ?? "\0") ? last : undefined;
}
