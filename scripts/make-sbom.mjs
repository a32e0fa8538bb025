import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-quietly.mjs";

/**
 * Writes down what the product is made of: every package of the lock file that is not for development alone. `npm sbom`
 * leaves out those that the workspaces need and the root has for development too.
 */
const { version, packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const components = Object.entries(packages)
  .filter(([path, { dev, devOptional, link }]) => path.includes("node_modules/") && !dev && !devOptional && !link)
  .map(([path, locked]) => toComponent(path.replace(/^.*node_modules\//u, ""), locked))
  .toSorted((one, other) => (one["bom-ref"] < other["bom-ref"] ? -1 : 1))
  .filter((one, at, all) => one["bom-ref"] !== all[at - 1]?.["bom-ref"]);
const metadata = { component: { type: "application", name: "clanhall", version } };
const sbom = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata, components };
writeFileSync(join(root, "docs", "sbom.cdx.json"), `${JSON.stringify(sbom, null, 1)}\n`);

const rows = [...Map.groupBy(components, ({ licenses }) => licenses[0]?.expression ?? "not named")]
  .toSorted(([, one], [, other]) => other.length - one.length)
  .map(([licence, list]) => `| ${licence} | ${list.length} | ${list.map(({ name }) => name).join(", ")} |`);
const text = `# Licences

The packages that Clanhall is made of, by licence: made by \`npm run sbom\` from the lock file. \`sbom.cdx.json\` has the same packages with their versions and hashes in CycloneDX, for programs.

| licence | packages | which |
| --- | --- | --- |
${rows.join("\n")}

All of them allow use on a server and in a browser without opening Clanhall's own code. MPL-2.0 asks that changes to those packages themselves stay open: they are used as they are. Fonts under OFL-1.1 may not be sold by themselves.
`;
writeFileSync(join(root, "docs", "licences.md"), text);

function toComponent(name, { version: exact, license, integrity }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${exact}`;
  const hash = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": `${name}@${exact}`,
    name,
    version: exact,
    purl,
    licenses: license ? [{ expression: license }] : [],
    hashes: [{ alg: "SHA-512", content: hash }],
  };
}
