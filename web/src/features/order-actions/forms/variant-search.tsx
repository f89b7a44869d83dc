import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatMoney } from "../../../lib/format.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { ComboboxList, useCombobox } from "../../../ui/form/combobox.tsx";
import { Input } from "../../../ui/form/input.tsx";

export type Variant = Awaited<ReturnType<typeof api.orderActions.variants.call>>["items"][number];

const TYPING_MS = 300;

/** Searches the store's products for one to add. */
export function VariantSearch({ onChoose }: { onChoose: (variant: Variant) => void }) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), TYPING_MS);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery(
    api.orderActions.variants.queryOptions({
      input: search === "" ? skipToken : { search },
      placeholderData: keepPreviousData,
    }),
  );
  const found = text.trim() === "" ? [] : (data?.items ?? []);
  const combobox = useCombobox({
    label: "Search products",
    text,
    onText: setText,
    groups: [{ heading: "", options: found.map((variant) => ({ id: variant.variantId, variant })) }],
    onChoose({ variant }) {
      setText("");
      onChoose(variant);
    },
  });
  return (
    <div className="relative">
      <Input
        {...combobox.inputProps}
        placeholder="Search products by name or SKU"
        autoComplete="off"
        icon={<Search size={14} aria-hidden />}
      />
      {combobox.isOpen && (
        <ComboboxList
          parts={combobox.parts}
          label="Products"
          isOutdated={isPlaceholderData || search !== text.trim()}
          className="mt-1 max-h-60 rounded-control border border-line bg-raised p-1"
          renderOption={({ variant }) => (
            <>
              <span className="min-w-0 flex-1 break-anywhere">
                <bdi>{variant.title}</bdi>
                <span className="block text-soft text-xs">
                  {[
                    variant.variantTitle,
                    variant.sku,
                    variant.available === null ? null : `${variant.available.toLocaleString("en-US")} in stock`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              <span className="shrink-0 text-sm tabular">{formatMoney(variant.price, variant.currency)}</span>
            </>
          )}
        />
      )}
      {text.trim() !== "" && found.length === 0 && data !== undefined && !isFetching && search === text.trim() && (
        <p role="status" className="mt-1 text-soft text-sm">
          No product is called that.
        </p>
      )}
      <FailureLine error={error} onRetry={() => void refetch()} />
    </div>
  );
}
