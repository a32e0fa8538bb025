import fc from "fast-check";
import { expect, test } from "vitest";
import { toDiscordMessage } from "./discord-message.ts";
import { clip, escapeMarkdown, toMarkdown } from "./markdown.ts";

test.each([
  ["Kara", "Kara"],
  ["**Kara**", String.raw`\*\*Kara\*\*`],
  ["_x_ ~~y~~ `z` ||s||", String.raw`\_x\_ \~\~y\~\~ \`z\` \|\|s\|\|`],
  ["@everyone <@123> <#9>", String.raw`\@everyone \<\@123\> \<\#9\>`],
  ["[here](https://evil.test)", String.raw`\[here\]\(https\://evil.test\)`],
  ["# Big", String.raw`\# Big`],
  [String.raw`\*`, String.raw`\\\*`],
  ["Raid at 20:00", "Raid at 20:00"],
])("the name %s is shown as it is written", (name, escaped) => {
  expect(escapeMarkdown(name)).toBe(escaped);
});

test("a long text is cut to fit, within no letter and after no lonely backslash", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 2, max: 60 }), (text, max) => {
      const cut = clip(escapeMarkdown(text), max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(escapeMarkdown(text).isWellFormed());
      const slashes = /\\*(?=…?$)/u.exec(cut)?.[0].length ?? 0;
      expect(slashes % 2).toBe(0);
    }),
  );
});

test.each([
  ["<p>Hello <b>all</b></p><p>Raid at eight</p>", "Hello all\n\nRaid at eight"],
  ["One<br>two<br><br><br>three", "One\ntwo\n\nthree"],
  ["<h2>Bring</h2><ul><li>torches</li><li><i>bread</i></li></ul>", "Bring\n\n• torches\n• bread"],
  [
    '<a href="https://clan.test/a_b?c=1&amp;d=2" rel="nofollow">our *list*</a>',
    String.raw`[our \*list\*](<https://clan.test/a_b?c=1&d=2>)`,
  ],
  ['<a href="mailto:ann@clan.test">mail us</a>', "mail us"],
  ["Tom &amp; Ann &lt;3 &#128512; &quot;now&quot;", String.raw`Tom & Ann \<3 😀 "now"`],
  ["&lt;@123&gt; @everyone", String.raw`\<\@123\> \@everyone`],
  ["<p>  many \n spaces </p>", "many spaces"],
  ["", ""],
])("the bulletin %s can be read at Discord", (html, text) => {
  expect(toMarkdown(html, 1_500)).toBe(text);
});

test("a long bulletin is cut between two words", () => {
  expect(toMarkdown("<p>Raid at eight tonight</p>", 16)).toBe("Raid at eight …");
  const long = toMarkdown(`<p>${"torches and bread ".repeat(500)}</p>`, 1_500);
  expect(long.length).toBeLessThanOrEqual(1_500);
  expect(long).toMatch(/(?:torches|and|bread) …$/);
});

test("a message keeps to Discord's limits and links to nothing that only this machine can open", () => {
  const content = { title: "t".repeat(500), text: "x".repeat(9_000), path: "/bulletins", color: 1 };
  const context = {
    clanName: "Night Owls",
    publicUrl: "https://hall.clan.test",
    now: new Date("2026-11-15T10:00:00Z"),
  };
  const [embed] = toDiscordMessage(content, context).embeds;
  expect([embed.title.length, embed.description.length]).toEqual([256, 4096]);
  expect(embed).toMatchObject({ url: "https://hall.clan.test/bulletins", timestamp: "2026-11-15T10:00:00.000Z" });
  const [local] = toDiscordMessage(content, { ...context, publicUrl: "http://localhost:3000" }).embeds;
  expect(local).not.toHaveProperty("url");
});
