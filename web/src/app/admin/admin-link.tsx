import type { AdminSectionId } from "@deskhand/contract/admin/sections";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link in a text to a section of the administration. */
export function AdminLink({ to, children }: { to: AdminSectionId; children: ReactNode }) {
  return (
    <Link to="/dashboard/admin" search={{ view: to }} className="rounded-tag text-accent underline underline-offset-3">
      {children}
    </Link>
  );
}
