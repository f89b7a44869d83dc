import { Plus, RotateCw, SlidersHorizontal } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";

interface CustomerListHeaderProps {
  filterPanelId: string;
  isFilterShown: boolean;
  onToggleFilter: () => void;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Absent for who may not. */
  onNewCustomer: (() => void) | undefined;
}

/** Without icons the buttons fit beside the title where a sidebar leaves little room, and in one line on phones. */
const iconClass = "max-sm:hidden lg:max-xl:hidden";

/** The title of the customers and what can be done with the whole list. */
export function CustomerListHeader(props: CustomerListHeaderProps) {
  const { filterPanelId, isFilterShown, onToggleFilter, isRefreshing, onRefresh, onNewCustomer } = props;
  return (
    <div className="flex flex-wrap items-end gap-x-2 gap-y-3">
      <div className="mr-auto">
        <h1 className="font-semibold text-xl">Shopify Customers</h1>
        <p className="text-soft max-sm:text-xs lg:max-xl:text-sm">View and manage customers from your Shopify store</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<SlidersHorizontal size={15} aria-hidden className={iconClass} />}
          aria-expanded={isFilterShown}
          aria-controls={isFilterShown ? filterPanelId : undefined}
          onClick={onToggleFilter}
        >
          {isFilterShown ? "Hide Filters" : "Show Filters"}
        </Button>
        <Button
          icon={<RotateCw size={15} aria-hidden className={cx(iconClass, isRefreshing && "animate-spin")} />}
          disabled={isRefreshing}
          onClick={onRefresh}
        >
          Refresh
        </Button>
        {onNewCustomer !== undefined && (
          <Button
            data-new-customer
            variant="primary"
            icon={<Plus size={15} aria-hidden className={iconClass} />}
            onClick={onNewCustomer}
          >
            New Customer
          </Button>
        )}
      </div>
    </div>
  );
}
