import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "path/trust-store",
  severity: "error",
  summary: "a trust store that cannot be read or holds no certificate (when loading)",
  why: `The daemon reads the file when it starts and on every reload, and does not run without it: with a certificate missing it
could not tell the servers it may trust from those it may not. A relative path starts at the daemon's working directory,
so an absolute one is safer. The file holds one or more CA certificates in PEM form; leave the key out if the built-in ones will do.`,
  examples: {
    bad: [
      {
        env: {},
        global: `
          version: 3
          daemon: { tls: { trust_store: corp-ca.pem } }
        `,
      },
      {
        env: {},
        files: {
          ".config/agent/config.yaml": `
            version: 3
            daemon: { tls: { trust_store: corp-ca.pem } }
          `,
          "project/corp-ca.pem": `
            -----BEGIN CERTIFICATE-----
            bm90IGEgY2VydGlmaWNhdGU=
            -----END CERTIFICATE-----
          `,
        },
      },
      // The path is right, but it is one of a directory.
      {
        env: { CERTIFICATES: "certs" },
        files: {
          ".config/agent/config.jsonc": `
            {
              "version": 3,
              "daemon": { "tls": { "trust_store": "\${CERTIFICATES}" } },
            }
          `,
          "project/certs/": "",
        },
      },
    ],
    good: [
      {
        env: {},
        files: {
          ".config/agent/config.yaml": `
            version: 3
            daemon: { tls: { trust_store: corp-ca.pem } }
          `,
          "project/corp-ca.pem": `
            -----BEGIN CERTIFICATE-----
            MIIBTzCB9qADAgECAhQ1ARijeGjZZA5XlHcjbWZLV6Av2TAKBggqhkjOPQQDAjAN
            MQswCQYDVQQDDAJjYTAgFw0yNjExMjAxNjExMjJaGA8yMTI2MTAyNzE2MTEyMlow
            DTELMAkGA1UEAwwCY2EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAREmNluYJ99
            RnJeYrdVqxlksMVOQRzJQ/A6qIX4lcVphJ+GHPJVIYXONEJENvAmAi3i1oIC4SkK
            4k2FzkqwvZ3cozIwMDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBT5y8nHnAap
            bkau5AfY2asLCIpAgzAKBggqhkjOPQQDAgNIADBFAiATgIi/2Ayed1vevQo0vHL/
            Gb6a2OoH5RFDAqHFuIN9AAIhAK4P+PXolhkcH9CcNw2pOdoUIynWkD6dTWVJLsID
            LU52
            -----END CERTIFICATE-----
          `,
        },
      },
      {
        env: {},
        global: `
          version: 3
          daemon: { tls: { trust_store: null } }
        `,
      },
    ],
  },
};
