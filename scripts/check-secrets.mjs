import { fileURLToPath } from "node:url";

// Secretlint measures each rule on each file and keeps all measures in a list that it searches for every new one:
// without this the tree takes 80 seconds instead of 2.
performance.mark = () => {};

const { run } = await import("secretlint/cli");

const rules = [
  {
    id: "@secretlint/secretlint-rule-preset-recommend",
    rules: [
      {
        id: "@secretlint/secretlint-rule-database-connection-string",
        // A password of the tests, of databases that nobody can reach.
        options: { allows: ["/:hunter2@127\\.0\\.0\\.1[:/]/"] },
      },
    ],
  },
  { id: fileURLToPath(new URL("secret-patterns.mjs", import.meta.url)) },
];

const { exitStatus, stdout, stderr } = await run(["**/*", ".*", ".ci/*"], {
  cwd: process.cwd(),
  secretlintrcJSON: JSON.stringify({ rules }),
  secretlintignore: fileURLToPath(new URL("../.secretlintignore", import.meta.url)),
  format: "unix",
  color: false,
  maskSecrets: true,
  glob: true,
});
process.stdout.write(stdout ?? "");
if (stderr) process.stderr.write(stderr instanceof Error ? stderr.message : stderr);
process.exitCode = exitStatus;
