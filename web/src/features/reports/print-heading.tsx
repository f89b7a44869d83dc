import { figureDimensions, readTrait, type Trait } from "@deskhand/contract/reports/figures";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";

interface PrintHeadingProps {
  /** The name of the report. */
  report: string;
  where: readonly Trait[];
  inWorkingHours: boolean;
}

/** What a printed page says in place of the controls: whose report it is, and what it is narrowed to. */
export function PrintHeading({ report, where, inWorkingHours }: PrintHeadingProps) {
  const { client, user, can } = useSession();
  const whose = can("reports:read") ? client?.storeName : `${user?.name ?? ""}, ${client?.storeName ?? ""}`;
  return (
    <div className="hidden print:block">
      <h2 className="font-semibold text-lg">
        {report} · {whose}
      </h2>
      {where.map((trait) => (
        <Narrowed key={trait} trait={trait} />
      ))}
      {inWorkingHours && <p className="text-soft text-sm">Times in working hours</p>}
    </div>
  );
}

function Narrowed({ trait }: { trait: Trait }) {
  const { label, name } = useTraitName(trait);
  return (
    <p className="text-soft text-sm">
      {label}: {name}
    </p>
  );
}

/** What a filter of reports is of, and what people call its value. */
export function useTraitName(trait: Trait): { label: string; name: string } {
  const { dimension = "tag", value = "" } = readTrait(trait) ?? {};
  const { label, none } = figureDimensions[dimension];
  const { data } = useQuery(api.reports.values.queryOptions({ input: { dimension }, enabled: value !== "" }));
  return { label, name: value === "" ? none : (data?.items.find((item) => item.value === value)?.label ?? value) };
}
