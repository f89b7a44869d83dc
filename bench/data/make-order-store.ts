import type pg from "pg";
import { type MadeTenant, makeTenant } from "./make-tenant.ts";

/** A store with many orders and no tickets: only its orders are measured, so other cases stay comparable. */
export const orderStore = {
  index: 10,
  customers: 150_000,
  orders: 500_000,
  resources: 20_000,
  /** Its webhooks are measured; the server fetches nothing from it, as no token is stored. */
  shopDomain: "measured.myshopify.com",
};

export const firstNames = `Anna,Maria,James,John,Robert,Michael,Emma,Olivia,Sofia,Liam,Noah,Lucas,Mia,Ella,Hannah,Lena,Jonas,Felix,
  Chloé,Zoë,José,Ana,Pedro,Inês,Søren,Åsa,Łukasz,Ewa,Дмитрий,Ольга,أحمد,ليلى,李,王,佐藤,김,Priya,Arjun,Nguyễn,Thandi`;
export const lastNames = `Smith,Johnson,Williams,Brown,Jones,Garcia,Miller,Davis,Martinez,Lopez,Wilson,Anderson,Taylor,Thomas,Moore,
  Jackson,Martin,Lee,Thompson,White,Harris,Clark,Lewis,Walker,Young,Allen,King,Wright,Scott,Hill,Green,Adams,Baker,Nelson,
  Carter,Mitchell,Roberts,Turner,Phillips,Campbell,Parker,Evans,Edwards,Collins,Müller,Weiß,O'Neill,D'Angelo,Nováková,Østergaard,
  Иванов,Петрова,حسن,娜,伟,美咲,민준,Patel,Sharma,Tran`;
const products = `Lamp,Chair,Table,Rug,Vase,Mug,Bowl,Plate,Clock,Mirror,Shelf,Sofa,Bed,Desk,Stool,Blanket,Pillow,Candle,Basket,Frame`;

/** Splits a list of words. */
export const words = (list: string) => list.split(",").map((word) => word.trim());
const list = (text: string) => `string_to_array('${words(text).join(",").replaceAll("'", "''")}', ',')`;
/** SQL for a number from 0 up to 1 for a purpose and row, the same each time the data is made. */
const part = (purpose: string, row = "n") => `((hashtext('${purpose}' || ${row}) & 2147483647) / 2147483648::float8)`;
/** SQL that picks one word of a list, the first ones more often. */
const oneOf = (words: string, purpose: string, row = "n") =>
  `(${words})[1 + floor(power(${part(purpose, row)}, 1.6) * cardinality(${words}))::int]`;
const idFrom = (kind: string, row = "n") => `md5('${kind}' || ${row})::uuid`;

/** Makes the store with its customers, and its orders of five years with their items and shipments. */
export async function makeOrderStore(client: pg.ClientBase): Promise<MadeTenant> {
  const tenant = await makeTenant(client, orderStore.index, 0);
  const { id } = tenant;
  const make = (rows: string) => client.query(rows.replaceAll(":client", `'${id}'::uuid`));
  await make(`insert into shopify_shops (shop_domain, client_id) values ('${orderStore.shopDomain}', :client)`);
  await make(`insert into customers (client_id, id, name, email, shopify_customer_id, created_at)
    select :client, ${idFrom("customer")}, name, coalesce(nullif(regexp_replace(lower(name), '[^a-z]+', '.', 'g'), '.'), 'buyer') || n || '@'
        || ${oneOf("array['gmail.example', 'icloud.example', 'outlook.example', 'web.example', 'shop.example']", "host")},
      case when ${part("linked")} < 0.9 then n::text end, now() - n * interval '17 minutes'
    from (select n, ${oneOf(list(firstNames), "first")} || ' ' || ${oneOf(list(lastNames), "last")} as name
      from generate_series(1, ${orderStore.customers}) as n) as people`);
  await make(`insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, customer_id, email,
      total_price, currency, financial_status, fulfillment_status, shopify_created_at)
    select :client, ${idFrom("order")}, (5000000000 + n)::text, (1000 + n)::text,
      case when ${part("name")} < 0.03 then 'B2B-' || 1000 + n || '-EU' else '#' || 1000 + n end,
      case when ${part("guest")} > 0.03 then c.id end, case when ${part("guest")} > 0.01 then c.email end,
      case when ${part("free")} > 0.001 then round((5 + power(${part("price")}, 3) * 900)::numeric, 2) end,
      case when ${part("currency")} < 0.97 then 'USD' when ${part("currency")} < 0.99 then 'EUR' else 'KWD' end,
      case when ${part("paid")} < 0.8 then 'paid' when ${part("paid")} < 0.86 then 'pending' when ${part("paid")} < 0.9 then 'partially_refunded'
        when ${part("paid")} < 0.95 then 'refunded' when ${part("paid")} < 0.98 then 'authorized' when ${part("paid")} < 0.995 then 'voided' end,
      case when ${part("sent")} < 0.85 then 'fulfilled' when ${part("sent")} < 0.9 then 'partial' end,
      now() - (${orderStore.orders} - n) * interval '5 minutes'
    from generate_series(1, ${orderStore.orders}) as n
    left join customers c on c.client_id = :client and c.id = ${idFrom("customer", `1 + floor(${part("buyer")} * ${orderStore.customers})::int`)}`);
  await make(`insert into shopify_order_line_items (client_id, id, order_id, position, title, quantity, price, variant_title, sku, product_image_url)
    select :client, md5('item' || n || '-' || at)::uuid, ${idFrom("order")}, at, ${oneOf(list(products), "product", "n || '-' || at")},
      1 + at, 19.90, 'Oak', 'SKU-' || n % 500, 'https://cdn.shopify.com/s/files/1/0001/products/' || n % 500 || '.jpg'
    from generate_series(1, ${orderStore.orders}) as n, generate_series(0, floor(power(${part("items")}, 3) * 6)::int) as at`);
  await make(`insert into shopify_order_fulfillments (client_id, id, order_id, status, tracking_number, tracking_company, shopify_created_at)
    select :client, ${idFrom("sent")}, ${idFrom("order")}, 'success', '1Z' || 100000000 + n, 'UPS', now()
    from generate_series(1, ${orderStore.orders}) as n where ${part("sent")} < 0.9`);
  return tenant;
}
