import type { OrderDetail } from "@deskhand/contract/orders";
import { ProductImage } from "../../entities/order/product-image.tsx";
import { formatMoney } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { OrderPart } from "./order-part.tsx";

/** What was ordered, each item with its picture and price. */
export function OrderItems({ order: { lineItems, currency } }: { order: OrderDetail }) {
  return (
    <OrderPart title="Order Items" count={lineItems.length}>
      {lineItems.length === 0 && <p className="px-4 py-6 text-center text-soft text-sm">No line items available</p>}
      <ul className="divide-y divide-line">
        {lineItems.map((item) => (
          <Item key={item.id} item={item} currency={currency} />
        ))}
      </ul>
    </OrderPart>
  );
}

function Item({ item, currency }: { item: OrderDetail["lineItems"][number]; currency: string }) {
  const { title, variantTitle, sku, quantity, currentQuantity, price, total, imageUrl } = item;
  const removed = currentQuantity === null ? 0 : quantity - currentQuantity;
  return (
    // Hundreds of them cost no layout until they are scrolled to.
    <li className="flex items-start gap-3 px-4 py-2.5 [contain-intrinsic-size:auto_65px] [content-visibility:auto]">
      <ProductImage url={imageUrl} whenBroken="sign" size={44} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          {variantTitle !== null && <bdi className="break-anywhere">{variantTitle}</bdi>}
          {sku !== null && <span className="break-anywhere">SKU: {sku}</span>}
          {removed > 0 && <Badge tone="amber">{removed === quantity ? "Removed" : `${removed} removed`}</Badge>}
        </p>
      </div>
      <p className="flex shrink-0 flex-col text-right text-sm tabular">
        <span className="text-soft">
          {quantity.toLocaleString("en-US")} × {formatMoney(price, currency)}
        </span>
        <span className="font-medium">Total: {formatMoney(total, currency)}</span>
      </p>
    </li>
  );
}
