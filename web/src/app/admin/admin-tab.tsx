import { type AdminSectionId, adminSectionIds } from "@deskhand/contract/admin/sections";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ComponentType, useEffect } from "react";
import { useSession } from "../../lib/session.ts";
import { usePartName } from "../../screens/page-title.ts";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { PanelSkeleton, Skeleton } from "../../ui/skeleton.tsx";
import { adminSections, offeredAdminSections } from "./admin-sections.ts";

const route = getRouteApi("/desk/dashboard/admin");

const screens = new Map<AdminSectionId, ComponentType>(adminSectionIds.map((id) => [id, screenOf(id)]));

function screenOf(id: AdminSectionId): ComponentType {
  return loadLater(adminSections[id].load, SectionSkeleton);
}

/** The administration: its sections beside the selected one, which the URL names. */
export function AdminTab() {
  const { view: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const { can } = useSession();
  const offered = offeredAdminSections(can);
  // A forbidden section leads to the first.
  const view = offered.find((id) => id === asked) ?? adminSectionIds[0];
  usePartName(adminSections[view].label);
  const Screen = screens.get(view);
  const isRefused = asked !== undefined && asked !== view;
  useEffect(() => {
    if (isRefused) void navigate({ search: {}, replace: true });
  }, [isRefused, navigate]);
  return (
    <>
      <h1 className="font-semibold text-xl">Admin Dashboard</h1>
      <p className="text-soft">Manage settings and configurations</p>
      <div className="mt-4 grid gap-5 xl:grid-cols-[208px_minmax(0,1fr)]">
        <nav aria-label="Administration" className="flex flex-col gap-0.5 max-xl:hidden">
          {offered.map((id) => (
            <SectionLink key={id} id={id} isShown={id === view} />
          ))}
        </nav>
        <div className="xl:hidden">
          <Field label="Admin Section">
            {(control) => (
              <Select
                {...control}
                value={view}
                onChange={(id) => void navigate({ search: { view: id } })}
                options={offered.map((id) => ({ value: id, label: adminSections[id].label }))}
              />
            )}
          </Field>
        </div>
        <div className="min-w-0">{Screen !== undefined && <Screen key={view} />}</div>
      </div>
    </>
  );
}

function SectionLink({ id, isShown }: { id: AdminSectionId; isShown: boolean }) {
  const { label, Icon, under } = adminSections[id];
  return (
    <Link
      to="/dashboard/admin"
      search={{ view: id }}
      aria-current={isShown ? "page" : undefined}
      className={cx(
        "flex items-center gap-2.5 rounded-control px-2.5 transition-colors duration-120",
        under === undefined ? "h-8.5" : "ml-6 h-7.5",
        isShown ? "bg-hover font-medium text-ink" : "text-soft hover:bg-hover hover:text-ink",
      )}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      {label}
    </Link>
  );
}

function SectionSkeleton() {
  return (
    <div aria-hidden className="flex animate-appear-late flex-col gap-3">
      <Skeleton className="h-6 w-52" />
      <PanelSkeleton lines={4} />
      <PanelSkeleton lines={6} />
    </div>
  );
}
