import type { ClanCard } from "@clanhall/contract/clans";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { Viewer } from "./member-rights.ts";
import { ColumnChoice, type RosterColumn } from "./roster-columns.tsx";
import type { OpenDialog } from "./roster-dialogs.tsx";
import type { RosterFilters } from "./roster-filters.ts";
import { useExport } from "./roster.api.ts";
import styles from "./roster.module.css";

interface RosterToolsProps {
  clan: ClanCard;
  viewer: Viewer;
  filters: RosterFilters;
  columns: { possible: RosterColumn[]; hidden: string[]; onChange: (hidden: string[]) => void };
  onOpen: (dialog: OpenDialog) => void;
}

export function RosterTools({ clan, viewer, filters, columns, onOpen }: RosterToolsProps) {
  const csv = useExport(clan.id);
  const save = () => csv.isPending || csv.mutate({ filters, name: fileName(clan.name) });
  return (
    <>
      <div className={styles.tools}>
        {viewer.canManage && (
          <>
            <Button variant="primary" onClick={() => onOpen({ kind: "add" })}>
              Add player
            </Button>
            <Button onClick={() => onOpen({ kind: "import" })}>Import list</Button>
            <Button busy={csv.isPending} onClick={save}>
              Export CSV
            </Button>
          </>
        )}
        <Popover label="Columns" trigger={<Button>Columns</Button>}>
          <ColumnChoice {...columns} />
        </Popover>
      </div>
      <ErrorMessage error={csv.error} />
    </>
  );
}

/** Letters and digits of any script; everything else may be trouble in a file's name. */
function fileName(clan: string): string {
  const plain = clan.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain.toLowerCase() || "clan"}-players-${new Date().toISOString().slice(0, 10)}.csv`;
}
