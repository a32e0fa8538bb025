import type { Bulletin } from "@clanhall/contract/bulletins";
import { useLayoutEffect, useState } from "react";
import { newFields, toFields } from "./fields.ts";
import { changeOf } from "./bulletin-fields-check.ts";
import { type DraftPlace, readBulletin, writeBulletin } from "./stored-bulletin.ts";

/** What is typed over what, begun where an earlier visit left off. */
export function useTypedBulletin(place: DraftPlace, bulletin: Bulletin | null) {
  const [left] = useState(() => readBulletin(place));
  const untouched = bulletin ? toFields(bulletin) : newFields;
  const [base, setBase] = useState({
    version: left?.version ?? bulletin?.version ?? null,
    fields: left?.base ?? untouched,
  });
  const [fields, setFields] = useState(left?.fields ?? untouched);
  const [isFromBefore, setFromBefore] = useState(left !== null);
  const isChanged = Object.keys(changeOf(base.fields, fields)).length > 0;
  const { userId, clanId, bulletinId } = place;
  // Kept before the next key is pressed, which may close the form.
  useLayoutEffect(() => {
    const unsaved = isChanged ? { version: base.version, base: base.fields, fields } : null;
    writeBulletin({ userId, clanId, bulletinId }, unsaved);
  }, [userId, clanId, bulletinId, isChanged, base, fields]);
  return {
    base,
    setBase,
    fields,
    setFields,
    isChanged,
    isFromBefore: isFromBefore && isChanged,
    startAnew: () => {
      setBase({ version: bulletin?.version ?? null, fields: untouched });
      setFields(untouched);
      setFromBefore(false);
    },
  };
}
