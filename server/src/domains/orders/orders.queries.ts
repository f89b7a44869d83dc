import type { TenantTx } from "../../platform/db/tenant.ts";
import type { ImportedOrder } from "./import-orders.ts";

/** Writes orders as they are. */
export async function insertOrders(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  await tx
    .insertInto("shopify_orders")
    .values(
      orders.map((order) => ({
        id: order.id,
        shopify_order_id: order.shopifyOrderId,
        order_number: order.orderNumber,
        name: order.name,
        customer_id: order.customerId,
        email: order.email,
        total_price: order.totalPrice,
        currency: order.currency,
        financial_status: order.financialStatus,
        fulfillment_status: order.fulfillmentStatus,
        shipping_address: order.shippingAddress && JSON.stringify(order.shippingAddress),
        billing_address: order.billingAddress && JSON.stringify(order.billingAddress),
        shopify_created_at: order.createdAt,
        created_at: order.createdAt,
        updated_at: order.createdAt,
      })),
    )
    .execute();
}

/** Writes what was ordered, in its order. */
export async function insertLineItems(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  const rows = orders.flatMap((order) =>
    order.lineItems.map((item, position) => ({
      id: item.id,
      order_id: order.id,
      position,
      title: item.title,
      quantity: item.quantity,
      price: item.price,
      variant_title: item.variantTitle,
      sku: item.sku,
      product_image_url: item.productImageUrl,
      shopify_product_id: item.shopifyProductId,
    })),
  );
  if (rows.length > 0) await tx.insertInto("shopify_order_line_items").values(rows).execute();
}

/** Writes what was shipped. */
export async function insertFulfillments(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  const rows = orders.flatMap((order) =>
    order.fulfillments.map((fulfillment) => ({
      id: fulfillment.id,
      order_id: order.id,
      status: fulfillment.status,
      tracking_number: fulfillment.trackingNumber,
      tracking_company: fulfillment.trackingCompany,
      tracking_url: fulfillment.trackingUrl,
      shopify_created_at: fulfillment.createdAt,
    })),
  );
  if (rows.length > 0) await tx.insertInto("shopify_order_fulfillments").values(rows).execute();
}
