import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { productConfigQuery } from "../../domain/profile.ts";
import { canUsePasskeys } from "../../lib/shared/home-address.ts";
import { formatFullDate } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { ConfirmButton, lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { Card } from "../../ui/card.tsx";
import { useConfirmIdentity } from "./confirm-identity.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { myUserQuery, removeFactor } from "./api.ts";

const AddFactorDialog = lazyDialog(async () => (await import("./add-factor.tsx")).AddFactorDialog);

const typeNames: Record<string, string> = { totp: "Authenticator app", phone: "Phone", webauthn: "Security key" };

interface SecondFactor {
  id: string;
  factor_type: string;
  friendly_name?: string | undefined;
  created_at: string;
}

export function FactorsCard() {
  const user = useQuery(myUserQuery);
  return (
    <Card
      title="Second factor"
      line="A code or security key on top of your password, so the password alone lets nobody in."
    >
      <AsyncSection query={user} what="Your second factors" lines={2}>
        {({ factors = [] }) => {
          const usable = factors.filter((one) => one.status === "verified" && one.factor_type !== "recovery_code");
          return <Factors factors={usable} takenNames={listTakenNames(factors)} />;
        }}
      </AsyncSection>
    </Card>
  );
}

/** How long the server keeps the name of a factor that nobody has finished. */
const unfinishedLifeMs = 300_000;

function listTakenNames(factors: (SecondFactor & { status: string })[], now = Date.now()): string[] {
  return factors
    .filter(({ status, created_at }) => status === "verified" || now - Date.parse(created_at) < unfinishedLifeMs)
    .map(nameOf);
}

interface FactorsProps {
  factors: SecondFactor[];
  takenNames: string[];
}

function Factors({ factors, takenNames }: FactorsProps) {
  const [adding, setAdding] = useState<"totp" | "phone" | "webauthn" | null>(null);
  const { data: config } = useQuery(productConfigQuery);
  return (
    <>
      {factors.length === 0 ? (
        <Muted as="p">You have none yet.</Muted>
      ) : (
        <ul>
          {factors.map((factor) => (
            <Factor key={factor.id} factor={factor} isLast={factors.length === 1} />
          ))}
        </ul>
      )}
      <Row>
        <Button onClick={() => setAdding("totp")}>Add authenticator app</Button>
        {config?.phone_factors && <Button onClick={() => setAdding("phone")}>Add phone</Button>}
        {config?.passkeys && canUsePasskeys() && (
          <Button onClick={() => setAdding("webauthn")}>Add security key</Button>
        )}
      </Row>
      {config?.phone_factors === false && <Muted as="p">Codes by text message are not set up here.</Muted>}
      {factors.length > 0 && <RecoveryCodes />}
      {adding && <AddFactorDialog type={adding} takenNames={takenNames} onClose={() => setAdding(null)} />}
    </>
  );
}

function nameOf(factor: SecondFactor): string {
  return factor.friendly_name || toTypeName(factor);
}

function toTypeName({ factor_type: type }: SecondFactor): string {
  return typeNames[type] ?? type;
}

function Factor({ factor, isLast }: { factor: SecondFactor; isLast: boolean }) {
  const confirm = useConfirmIdentity();
  const queries = useQueryClient();
  const remove = async () => {
    await confirm(() => removeFactor(factor.id));
    await queries.invalidateQueries({ queryKey: ["me"] });
  };
  const name = nameOf(factor);
  const typeName = toTypeName(factor);
  return (
    <ListItem>
      <ItemText>
        <strong>{name}</strong>
        <Muted as="p">
          {name === typeName ? "Added" : `${typeName}, added`} {formatFullDate(factor.created_at)}
        </Muted>
      </ItemText>
      <ConfirmButton label="Remove" name={name} title={`Remove ${name}?`} action="Remove" onConfirm={remove}>
        <p>
          {isLast
            ? "It is your only second factor. Afterwards your password alone opens your account, and your recovery codes stop working."
            : "Codes from it no longer work afterwards. Your other second factors stay."}
        </p>
      </ConfirmButton>
    </ListItem>
  );
}
