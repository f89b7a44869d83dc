import type { ResourceList } from "@deskhand/contract/knowledge";
import { type ResourceType, resourceCategories } from "@deskhand/contract/vocabulary";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Popover } from "../../../ui/overlay/popover.tsx";
import { typeLooks } from "../resource-badges.tsx";
import { countFilters, type ResourceListFilter } from "./resource-list-filter.ts";

interface FilterPanelProps {
  id: string;
  filter: ResourceListFilter;
  /** The available options; absent until the list is loaded. */
  known: Pick<ResourceList, "categories" | "tags"> | undefined;
  onChange: (filter: ResourceListFilter) => void;
  onClear: () => void;
}

/** The tiles; the last two make every type available. */
const tiles = ["manual", "policy", "document", "image", "video", "text", "pdf", "audio"] satisfies ResourceType[];
/** How many tags stand beside the button for all of them. */
const TAGS_SHOWN = 8;

/** Filters the resources by category, type and tags (docs/product.md#the-list-of-resources). */
export function ResourceFilterPanel({ id, filter, known, onChange, onClear }: FilterPanelProps) {
  const active = countFilters(filter);
  return (
    <section
      id={id}
      aria-label="Filters"
      className="mt-2.5 flex flex-col gap-2 sm:rounded-panel sm:border sm:border-line sm:bg-panel sm:p-2.5"
    >
      <Choices label="Category">
        {resourceCategories.map((category) => (
          <Chip
            key={category}
            pressed={filter.category === category}
            onClick={() => onChange({ ...filter, category: filter.category === category ? null : category })}
          >
            {category}
            <Count
              count={known?.categories.find((each) => each.category === category)?.articleCount ?? 0}
              noun="resource"
            />
          </Chip>
        ))}
      </Choices>
      <Choices label="Resource Type">
        {tiles.map((type) => (
          <TypeTile
            key={type}
            type={type}
            pressed={filter.fileType === type}
            onClick={() => onChange({ ...filter, fileType: filter.fileType === type ? null : type })}
          />
        ))}
      </Choices>
      {known !== undefined && (known.tags.length > 0 || filter.tags.length > 0) && (
        <TagChoices tags={known.tags} chosen={filter.tags} onChange={(tags) => onChange({ ...filter, tags })} />
      )}
      {active > 0 && (
        <div className="flex min-h-7 items-center justify-between gap-3 border-line border-t pt-2 text-sm text-soft">
          <p className="tabular">{counted(active, "active filter")}</p>
          <Button variant="ghost" size="sm" onClick={onClear}>
            Clear All
          </Button>
        </div>
      )}
    </section>
  );
}

/** A line of options, beside its label if they fit; scrolls sideways on phones. */
function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 items-center gap-1.5 max-sm:overflow-x-auto max-sm:p-0.5 sm:flex-wrap">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden className="w-26 shrink-0 text-faint text-xs max-[84rem]:hidden">
        {label}
      </span>
      {children}
    </fieldset>
  );
}

function TypeTile({ type, pressed, onClick }: { type: ResourceType; pressed: boolean; onClick: () => void }) {
  const { short, Icon } = typeLooks[type];
  return (
    <Chip
      pressed={pressed}
      onClick={onClick}
      className="inline-flex h-8 items-center justify-center gap-1.5 rounded-control! xl:min-w-24"
    >
      <Icon size={14} aria-hidden className="shrink-0 text-faint" />
      {short}
    </Chip>
  );
}

interface TagChoicesProps {
  tags: ResourceList["tags"];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The most used and the chosen tags, with all others behind a button; a resource needs any one of the chosen tags. */
function TagChoices({ tags, chosen, onChange }: TagChoicesProps) {
  const usage = new Map(tags.map(({ tag, usageCount }) => [tag, usageCount]));
  const most = tags.slice(0, TAGS_SHOWN).map(({ tag }) => tag);
  const visible = [...most, ...chosen.filter((tag) => !most.includes(tag))];
  const toggle = (tag: string) =>
    onChange(chosen.includes(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag]);
  return (
    <Choices label="Tags">
      {visible.map((tag) => (
        <Chip
          key={tag}
          pressed={chosen.includes(tag)}
          title={tag}
          onClick={() => toggle(tag)}
          className="inline-flex max-w-56 items-center"
        >
          <bdi className="truncate">{tag}</bdi>
          <Count count={usage.get(tag) ?? 0} noun="resource" />
        </Chip>
      ))}
      {tags.length > TAGS_SHOWN && (
        <Popover
          label="All tags"
          align="start"
          className="p-3"
          trigger={(props) => (
            <Chip {...props} pressed={false} className="inline-flex items-center gap-1.5">
              All tags
              <ChevronDown size={13} aria-hidden />
            </Chip>
          )}
        >
          {() => (
            <div className="flex w-64 flex-col gap-2.5">
              {tags.map(({ tag, usageCount }, index) => (
                <Checkbox
                  key={tag}
                  label={
                    <span className="flex min-w-0">
                      <bdi className="truncate">{tag}</bdi>
                      <Count count={usageCount} noun="resource" />
                    </span>
                  }
                  className="min-w-0"
                  data-autofocus={index === 0 || undefined}
                  checked={chosen.includes(tag)}
                  onChange={() => toggle(tag)}
                />
              ))}
            </div>
          )}
        </Popover>
      )}
    </Choices>
  );
}

function Count({ count, noun }: { count: number; noun: string }) {
  return (
    <span title={counted(count, noun)} className="ml-1.5 text-soft text-xs tabular">
      {count.toLocaleString("en-US")}
    </span>
  );
}
