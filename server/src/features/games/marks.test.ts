import { activityDraft } from "@clanhall/contract/activities";
import { type GameDraft, gameTemplate } from "@clanhall/contract/admin-games";
import { expect, test } from "vitest";
import { openDatabaseBefore } from "../../testing/postgres.ts";

type Templates = NonNullable<GameDraft["templates"]>;

/** A database as the release before the icons and colours wrote it. */
async function openEarlierRelease() {
  const { client, upgrade } = await openDatabaseBefore("0044_template_marks");
  const listTemplates = async () => {
    const { rows } = await client.query<{ slug: string; templates: Templates }>("select slug, templates from games");
    return new Map(rows.map(({ slug, templates }) => [slug, templates]));
  };
  return { client, listTemplates, upgrade };
}

const withoutMarks = (templates: Templates) =>
  templates.map((template) => ({
    ...template,
    activities: template.activities.map(({ icon: _icon, color: _color, ...rest }) => rest),
  }));

test("every activity that ships with a game gets an icon, and a colour that no other of its template has", async () => {
  const { client, listTemplates, upgrade } = await openEarlierRelease();
  await client.query("update games set is_active = false, version = 2 where slug = 'warframe'");
  const before = await listTemplates();
  await upgrade();
  const after = await listTemplates();
  expect(after.size).toBe(25);
  for (const [slug, templates] of after) {
    expect(withoutMarks(templates), slug).toEqual(before.get(slug));
    for (const { activities } of templates.map((template) => gameTemplate.parse(template))) {
      const drafts = activities.map((activity) => activityDraft.parse(activity));
      for (const field of ["icon", "color"] as const) {
        const chosen = new Set(drafts.map((draft) => draft[field]).filter(Boolean));
        expect(chosen.size, `${field} of ${slug}`).toBe(activities.length);
      }
    }
  }
});

test("templates that an administrator changed, and games of their own, stay as they are", async () => {
  const { client, listTemplates, upgrade } = await openEarlierRelease();
  await client.query(`
    update games set templates = jsonb_set(templates, '{0,activities,0,points_per_unit}', '7') where slug = 'kingshot';
    update games set templates = jsonb_set(templates, '{0,name}', '"Our alliance"') where slug = 'evony';
    update games set templates = templates || templates where slug = 'warframe';
    update games set templates = '[]' where slug = 'other';
    insert into games (slug, name, templates)
      select 'own', 'Own game', templates from games where slug = 'clash-royale';
  `);
  const before = await listTemplates();
  await upgrade();
  const after = await listTemplates();
  for (const slug of ["kingshot", "evony", "warframe", "other", "own"]) {
    expect(after.get(slug), slug).toEqual(before.get(slug));
  }
  expect(after.get("clash-royale")).not.toEqual(before.get("clash-royale"));
});
