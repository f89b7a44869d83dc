import { getRouteApi, Link } from "@tanstack/react-router";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type AdminSectionId, adminSectionIds } from "./admin-search.ts";
import { adminSections } from "./admin-sections.ts";

const route = getRouteApi("/desk/dashboard/admin");

const screens = Object.fromEntries(
  adminSectionIds.map((id) => [id, loadLater(adminSections[id].load, SectionSkeleton)]),
) as Record<AdminSectionId, ReturnType<typeof loadLater>>;

/** The administration: its sections beside what the chosen one shows. Which one that is stands in the address. */
export function AdminTab() {
  const { view = adminSectionIds[0] } = route.useSearch();
  const navigate = route.useNavigate();
  const Screen = screens[view];
  return (
    <>
      <h1 className="font-semibold text-xl">Admin Dashboard</h1>
      <p className="text-soft">Manage settings and configurations</p>
      <div className="mt-4 grid gap-5 xl:grid-cols-[208px_minmax(0,1fr)]">
        <nav aria-label="Administration" className="flex flex-col gap-0.5 max-xl:hidden">
          {adminSectionIds.map((id) => (
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
                options={adminSectionIds.map((id) => ({ value: id, label: adminSections[id].label }))}
              />
            )}
          </Field>
        </div>
        <div className="min-w-0">
          <Screen key={view} />
        </div>
      </div>
    </>
  );
}

function SectionLink({ id, isShown }: { id: AdminSectionId; isShown: boolean }) {
  const { label, Icon } = adminSections[id];
  return (
    <Link
      to="/dashboard/admin"
      search={{ view: id }}
      aria-current={isShown ? "page" : undefined}
      className={cx(
        "flex h-8.5 items-center gap-2.5 rounded-control px-2.5 transition-colors duration-120",
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
    <div aria-hidden className="flex flex-col gap-3">
      <Skeleton className="h-6 w-52" />
      <Skeleton className="h-44 w-full rounded-panel" />
      <Skeleton className="h-60 w-full rounded-panel" />
    </div>
  );
}
