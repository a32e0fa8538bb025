import { useLocation } from "@tanstack/react-router";
import { AdminFrame } from "../features/app-admins/frame.tsx";
import { AdminsSection } from "../features/app-admins/admins.tsx";
import { OverviewTiles, OwnerlessClans } from "../features/app-admins/overview.tsx";
import { AdminLog } from "../features/audit/log.tsx";
import { readText } from "../lib/compat/read-answer.ts";

export function AdminPage() {
  const showsAdmins = useLocation({ select: ({ search }) => readText(search, "admins") === "1" });
  if (showsAdmins) {
    return (
      <AdminFrame title="Manage Admins" current="admins">
        <AdminsSection />
      </AdminFrame>
    );
  }
  return (
    <AdminFrame title="Admin" current="overview">
      <OverviewTiles />
      <OwnerlessClans />
      <AdminLog />
    </AdminFrame>
  );
}
