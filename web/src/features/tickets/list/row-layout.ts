/**
 * Where a ticket's parts stand, by the width of the list itself: a card on phones, two lines in five columns on narrow
 * screens, seven columns on wide ones.
 */
export const rowClass =
  "flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2.5 " +
  "@2xl:grid @2xl:grid-cols-[90px_minmax(0,1fr)_136px_108px_76px] @2xl:items-start @2xl:gap-x-3.5 @2xl:gap-y-0.5 @2xl:py-2 " +
  "@min-[60rem]:grid-cols-[90px_minmax(0,1fr)_160px_108px_92px_84px_76px]";

/** The cell of each part; on cards the order is the reading order. */
export const cellClass = {
  identifier: "@max-2xl:-order-1 @2xl:col-start-1 @2xl:row-start-1 @2xl:leading-5",
  customer: "@max-2xl:-order-1 min-w-0 flex-1 @2xl:col-start-3 @2xl:row-start-1 @2xl:leading-5",
  // Beside the counts where those stand under the customer; with room for the name where nothing does.
  assignee:
    "order-1 @2xl:order-none @2xl:col-start-3 @2xl:row-start-2 @2xl:justify-self-end @2xl:self-center " +
    "@min-[60rem]:justify-self-start",
  created:
    "@max-2xl:-order-1 ml-auto @2xl:col-start-5 @2xl:row-start-1 @2xl:leading-5 @2xl:text-right @min-[60rem]:col-start-7",
  subject: "basis-full @2xl:col-start-2 @2xl:row-start-1",
  detail: "basis-full @2xl:min-h-5 @2xl:col-start-2 @2xl:row-start-2",
  status: "flex @2xl:col-start-4 @2xl:row-start-1",
  priority: "flex @2xl:col-start-4 @2xl:row-start-2 @min-[60rem]:col-start-5 @min-[60rem]:row-start-1",
  counts:
    "ml-auto @2xl:col-start-3 @2xl:row-start-2 @2xl:ml-0 @min-[60rem]:col-start-6 @min-[60rem]:row-start-1 @min-[60rem]:leading-5",
  overdue: "@2xl:col-start-5 @2xl:row-start-2 @2xl:justify-self-end @min-[60rem]:col-start-7",
} as const;
