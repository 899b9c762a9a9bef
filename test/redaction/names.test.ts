/** Which names are those of credentials. */
import { expect, test } from "vitest";
import { mayNameCredential, namesCredential } from "../../src/text/credential-names.js";

test.each([
  ...[
    "Authorization",
    "X-Api-Key",
    "x_api_key",
    "apikey",
    "apiKey",
    "GITHUB_TOKEN",
    "PGPASSWORD",
    "authtoken",
    "client_secret",
  ],
  ...[
    "password",
    "DB_PASS",
    "SSHPASS",
    "token2",
    "X-Auth",
    "auth",
    "Cookie",
    "secrets",
    "api_keys",
    "AWS_SECRET_ACCESS_KEY",
    "key",
  ],
])("%s is one", (name) => {
  expect([namesCredential(name), mayNameCredential(name)]).toEqual([true, true]);
});

test.each([
  "tokne",
  "toekn",
  "pasword",
  "passwrod",
  "secert",
  "apikye",
  "api_kee",
  "ap_ikey",
  "Authorisation",
  "acess_token",
])("%s may have been meant for one", (name) => {
  expect(mayNameCredential(name)).toBe(true);
});

test.each([
  ...[
    "X-Team",
    "X-Title",
    "TOKEN_LIMIT",
    "max_tokens",
    "maxTokens",
    "stop_token",
    "tokens",
    "tokenizer",
    "monkey",
    "hotkey",
  ],
  ...[
    "public_key",
    "Idempotency-Key",
    "PATH",
    "HOME",
    "MODE",
    "author",
    "auto",
    "server",
    "secure",
    "endpoint",
    "pass_env",
  ],
  ...["keyboard", "type", "format", "url", "command", "verson", "comand", "context_window", "authentication", "a", ""],
])("%s is none", (name) => {
  expect([namesCredential(name), mayNameCredential(name)]).toEqual([false, false]);
});
