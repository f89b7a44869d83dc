import { spanish as statuses } from "../statuses/spanish.ts";
import { type Words, words } from "./words.ts";

export const spanish: Words = {
  common: words(
    "aún|ayer|hoy|mañana|salió|llegó|desde|porque|todavía|cuando|tus|abrazo|vale|cuenta|eso|nada|tu|te|lo|me|si|ya|muy|pero|sin|nos|esta|este|nuestro|días|también|hasta|entregado|enviado|el|los|las|una?|es|su|sus|hemos|ha|por|para|con|hola|del|y|que|gracias|pedido|usted|le|estimad[oa]|saludos|se|factura|reembolso|paquete|fue|fueron|envío|adjunt[oa]|está",
  ),
  condition: words(
    "(?:me|nos) (?:dices|dice|dicen|comentas|comenta|cuentas|cuenta|escribes|indicas|preguntas|mencionas)|(?:dices|comentas|mencionas|indicas) que|por (?:informarnos|avisarnos|decirnos)|(?:lamento|lamentamos) (?:saber|que)|(?:nos )?(?:escribe|indica|menciona|comenta|dice)|(?:nos )?ha (?:escrito|indicado|mencionado|comentado|dicho)|según (?:usted|su mensaje|nos)|en su (?:mensaje|correo)|si|en cuanto|cuando|una vez(?: que)?|en caso de(?: que)?|siempre que|antes de que|hasta que|tan pronto como|después de que|entiendo que|(?:te|le) (?:han dicho|dijeron)",
  ),
  hedge: words(
    "nada|nadie|sin|encantad[oa]s? de|por error|(?:le )?(?:escribí|indiqué|dije)|mitad|no|nunca|ningún|ninguna?|ni|será|serán|sería|vamos a|va a|voy a|van a|\\p{L}{2,}(?:aremos|eremos|iremos|ará|arán|erá|erán|irá|irán|aría|ería|iría)|tendrá|podrá|puede|pueden|podemos|podría\\p{L}*|podremos|debe|debería\\p{L}*|deben|quisiera|desea|(?:nos )?(?:escribe|indica|menciona|comenta|pregunta|dice)|ha (?:escrito|indicado|mencionado|comentado|preguntado)|según (?:usted|su mensaje|nos)|normalmente|generalmente|habitualmente|en lugar de|en vez de|antes de|para ser|ser|todavía|aún",
  ),
  hedgesBackwards: false,
  settled: words(
    "suman|hacen|sumaban|quedó|quedaron|consta|cobraron|cargaron|cobró|pagaron|devolvieron|devolvimos|es|son|era|fue|fueron|ha|han|hemos|he|ascendió|asciende|ascendía|cuesta|costó|costaba|reembolsad\\p{L}+|pagad\\p{L}+|pagó|cobrad\\p{L}+|cargad\\p{L}+|abonad\\p{L}+|está|incluye|realizó|emitió|procesó|efectuó|cobró|recibió|reembolsamos|pagaste|pago",
  ),
  amounts: {
    refund: words(
      "devol\\p{L}+|devuel\\p{L}+|abon(?:o|amos|ar\\p{L}*|aríamos)|ingres(?:o|amos|ad\\p{L}+|ar\\p{L}*)|recuper\\p{L}+|reembols\\p{L}+|devolución de dinero|devuelt\\p{L}+|reintegr\\p{L}+|abonad\\p{L}+|devolución",
    ),
    total: words(
      "sumaba|sumó|salió por|asciend\\p{L}+|ascendió|sube a|suben a|sumó|hace un total|ha costado|costaron|vale en total|suman|sumaban|hacen|sale por|salió por|costó|queda|quedan|resta|gast\\p{L}+|debe|debes|transferir|en total|todo|pagaste|pagó|pagasteis|pendiente|cobr\\p{L}+|carg(?:ó|aron)|total\\p{L}*|importe(?: total)?|pagad\\p{L}+|pagó|pago|cobrad\\p{L}+|cargad\\p{L}+|cargo|facturad\\p{L}+|pedido de|suma|valor del pedido",
    ),
    shipping: words("transporte|gastos de transporte|flete|gastos de envío|envío|coste de envío|costo de envío|portes"),
    tax: words("iva|impuestos?"),
    discount: words("descont\\p{L}+|rebaj\\p{L}+|ahorrast\\p{L}*|menos|descuento|rebaja|ahorro|ahorrad\\p{L}+"),
    line: words("precio|cuesta|costó|costaba|artículo|producto|unidad"),
  },
  offer: words(
    "alternativas?|exprés|express|urgente|gratis|gratuit\\p{L}*|web|tienda|mitad|cupón|cupones|vale|tarjeta regalo|saldo|crédito|gesto comercial|oferta|ofertas|próxim[oa] (?:pedido|compra)|compensación|compensar|envío gratis|envío gratuito|promoción|mínimo|comisión|aduan\\p{L}+|aranceles|reemplazo|sustitución|diferencia|adicional|suplemento|actualmente|disponible|código|deduc\\p{L}+|tasa",
  ),
  bound: words(
    "hasta|más de|menos de|a partir de|desde|alrededor de|aproximadamente|unos|unas|al menos|como mínimo|máximo|entre|superior\\p{L}* a|casi|cerca de|cada|adicionales",
  ),
  statuses,
  otherThing: words(
    "importe|transferencia|pedidos|paquetes|centro|delegación|punto|(?:último|anterior|primer|próximo) pedido|pedido anterior|e-?mails?|correos?|mensaje|confirmación|factura|recibo|etiqueta\\p{L}*|devolución|devoluciones|devuelt\\p{L}+|reemplazo|sustitución|sustitut\\p{L}+|cambio|nuev[oa]s?|suscripción|cita|reserva|document\\p{L}*|foto\\p{L}*|carta|solicitud|cupón|código|enlace|colega|compañer[oa]|proveedor|fabricante|aduanas?|otr[oa]s?|segund[oa]|faltante\\p{L}*|resto|reembolso|dinero|pago|aviso|(?:repartidor|mensajero) (?:\\p{L}+ ){0,4}(?:intentó|intentado|pasó|pasado|estuvo|estado|llamó|llamado|encontró|pudo)|mercancía|a(?:l| nuestro) almacén|existencias",
  ),
  days: {
    ordered: words(
      "pedido (?:es del?|data del?|lleva fecha del?)|encargaste|encargó|realizad[oa]|realizó|hecho|hizo|pedido del|compró|comprad[oa]|efectuad[oa]|fecha del pedido|hiciste|pediste|compraste|realizaste|hizo el pedido",
    ),
    shipped: words(
      "remitid[oa]s?|partió|partieron|mandad[oa]s?|envié|despachó|dejó nuestr[oa]|recogió (?:el|la|seur|mrw|correos|gls|dhl|ups)|se (?:despachó|expidió|mandó)|puest[oa] en reparto|enviad[oa]s?|envió|expedid[oa]|despachad[oa]|salió|ha salido|fecha de envío|salieron|han salido|se envi(?:ó|aron)|recogid[oa] por|entregad[oa] (?:a|al) (?:transportista|mensajer\\p{L}+)",
    ),
    delivered: words(
      "(?:dejad[oa]s?|dejaron|dejó)(?! (?:nuestr|el almacén))|depositad[oa]s?|repartid[oa]s?|trajo|trajeron|han llegado|entrega (?:se|fue)|recibid[oa]s? por|llegó|entregad[oa]s?|entregó|llegó|ha llegado|llegaron|entregaron|recibist\\p{L}+|recibió|recogiste|recogió",
    ),
    refunded: words(
      "acreditad[oa]s?|acreditamos|ingresó|abonó|abono|depositad[oa]s?|depositamos|devuelto (?:el (?:importe|dinero)|los|\\d)|devolvieron|devuelt[oa]s?|reembols\\p{L}+|reintegr\\p{L}+|devolvimos|abonamos|abonad[oa]s?|ingresamos|ingresad[oa]",
    ),
    cancelled: words("cancelad[oa]s?|canceló|anulad[oa]s?|cancelación"),
    expected: words("previst[oa]s?|estimad[oa]s?|esperad[oa]s?|fecha de entrega"),
  },
  attached: words(
    "adjunt[oa]s?(?: (?:le|te|encontrará|a este))?|adjuntamos|en el archivo adjunto|encontrará adjunt[oa]|he adjuntado|hemos adjuntado",
  ),
  attachedElsewhere: words(
    "gracias por|(?:que|como) (?:nos )?adjunt\\p{L}+|gracias por|ha adjuntado|adjuntó|nos adjunt\\p{L}+|podría|puede|adjunte|adjuntar|envíenos|(?:correo|mensaje) anterior|último (?:correo|mensaje)|su adjunto|en el paquete|al paquete|que adjunt\\p{L}+",
  ),
  greeting:
    /^(?:hola|buen(?:os|as) (?:días|tardes|noches)|estimad[oa]s?|querid[oa]s?|buenas|muy buenas|buen día|bon dia|kaixo|egun on|hey|hola de nuevo|señora?|sr|sra|don|doña|d\.|dña|apreciad[oa])[ ,]+(?=\p{Lu})/iu,
  noName:
    /^(?:a|tod[oa]s|cliente\p{L}*|equipo|señor|señora|gracias|le|su|sus|el|la|los|las|hemos|y|nos|buenos|buenas|de)$/iu,
  closing:
    /^(?:(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|(?:muchas )?gracias|que tenga .{1,30}|un abrazo|cordialmente)[,.! ]*$/iu,
};
