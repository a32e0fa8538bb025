import { rangeLabel } from "@clanhall/contract/board-periods";
import { endOfClanDay } from "@clanhall/contract/clan-day";
import { pages } from "@clanhall/contract/pages";
import { listDayRules } from "../../../clan/calendar.ts";
import { toClanPath, type WebhookFacts } from "../../../outbox/queue.ts";
import { listMissing } from "../../entries/index.ts";
import { everybody, toAskedDays } from "./asked-day.ts";
import type { Words } from "./discord-message.ts";
import type { MessageScene } from "./message-scene.ts";
import { nameForDiscord } from "./player-names.ts";

const namedMax = 40;

/** Null when nothing is missing, and once the day is over. */
export async function writeReminder(scene: MessageScene, { day }: WebhookFacts["reminder"]): Promise<Words | null> {
  const { db, clanId, now } = scene;
  const ends = endOfClanDay(await listDayRules(db, clanId), day);
  const [asked] = await toAskedDays(scene, [day]);
  const missing = asked && now < ends ? await listMissing(db, [asked], everybody) : [];
  if (missing.length === 0) return null;
  const names = await nameForDiscord(
    db,
    clanId,
    missing.map(({ member_id }) => member_id),
  );
  const shown = missing.flatMap(({ member_id }) => names.get(member_id) ?? []).slice(0, namedMax);
  const others = missing.length - shown.length;
  const players = missing.length === 1 ? "One player has" : `${missing.length} players have`;
  const until = `<t:${Math.floor(ends.getTime() / 1000)}:R>`;
  return {
    title: "Entries are missing",
    text: [
      `${players} entries missing for ${rangeLabel({ from: day, to: day })}. The day ends ${until}.`,
      "",
      [...shown, ...(others > 0 ? [`${others} more`] : [])].join(", "),
    ].join("\n"),
    path: toClanPath(pages.dailyActivity.path, clanId),
    color: 0xc8_5a_54,
  };
}
