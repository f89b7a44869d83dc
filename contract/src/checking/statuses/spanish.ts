import { phrases, type StatusPhrases } from "./phrases.ts";

const have = "(hemos|he|ha|han|sido|fue|fueron|está|están|queda|quedan|quedó|quedaron|se ha|se han|acaba de ser)";

export const spanish: StatusPhrases = {
  refunded: phrases(
    "(quedó|ya está|está) (hecho|hecha|lista|listo|resuelto) (el|la|tu|su) (reembolso|devolución|abono)",
    "(has|ha) recuperado (el|tu|su|los) ",
    `${have} _ (reembolsad[oa]s?|reintegrad[oa]s?|retornad[oa]s? a su|abonad[oa]s?|ingresad[oa]s?|devuelt[oa] (el|la|los|tu|su) (dinero|importe|cantidad|pago|total))`,
    `(reembolso|reintegro|devolución|abono|dinero) * ${have} _ (emitid[oa]|procesad[oa]|realizad[oa]|efectuad[oa]|completad[oa]|hech[oa]|tramitad[oa]|enviad[oa]|ordenad[oa]|list[oa]|aplicad[oa]|confirmad[oa]|ejecutad[oa]|depositad[oa])`,
    "(hemos|he) _ (emitido|procesado|realizado|efectuado|hecho|tramitado|ordenado|lanzado|gestionado) (_ )?(reembolso|abono|reintegro|devolución)",
    "(hemos|he|ha|han) _ (abonado|devuelto|reembolsado|reintegrado|ingresado) (los|el importe|el dinero|la cantidad|tu dinero|su dinero|el total|\\d)",
    "(reembolsamos|reintegramos|tramitamos _ (reembolso|devolución)|devolvimos (los|el importe|el dinero|la cantidad|tu|su|\\d)|abonamos (los|el|la|\\d))",
    "(acabamos|acabo|acaba|acaban) de (devolver|reembolsar|abonar|reintegrar|ingresar)(te|le|os|les)?",
    "(te|le|os|les) (devolvieron|reembolsaron|abonaron|devolvimos|abonamos|ingresamos|depositamos)",
    "se (reembolsó|reembolsaron|abonó|devolvió|reintegró) (el|la|los|tu|su|\\d)",
  ),
  shipped: phrases(
    "(lo|la|los|las|se lo|se la) (llevó|recogió|recogieron|llevaron) (_ )?(el|la|seur|mrw|correos|gls|dhl|tipsa|nacex|estafeta) (_ )?(mensajero|transportista|repartidor)?(?! a (tu|su|casa))",
    "(hemos|he) _ (puesto en (camino|reparto|marcha)|dado salida|entregado a (seur|mrw|correos|gls|dhl|ups|tipsa|nacex|estafeta))",
    "(está|están|va|van) _ (con|en manos de|en poder de) (seur|mrw|correos|gls|dhl|ups|tipsa|nacex|estafeta|el transportista|la agencia)",
    "(dejó|dejaron|abandonó) (nuestro|nuestra) (almacén|taller|tienda)",
    `${have} _ (enviad[oa]s?|expedid[oa]s?|despachad[oa]s?|mandad[oa]s?|entregad[oa]s? (al?|a la) (transportista|mensajer@|courier|agencia|correos|seur|mrw|gls|dhl|ups|tipsa|nacex|estafeta|fedex)|recogid[oa]s? por|embarcad[oa]s?)`,
    "(salió|salieron|ha salido|han salido)(?= (ya|hoy|ayer|esta|este|el|de|por|con|rumbo|hacia|a) )",
    "ya (salió|salieron|partió|partieron|viaja|viajan)",
    "(está|están|va|van|viene|vienen|sigue|siguen) (ya |actualmente |todavía |aún )?(en camino|de camino|en tránsito|en reparto|en ruta|viajando|rumbo a|para (tu|su) (casa|domicilio)|hacia (tu|su)|camino de|camino a)",
    "se (envió|enviaron|despachó|despacharon|mandó|mandaron|expidió)",
    "(acabamos|acabo|acaba|acaban) de (enviar|expedir|despachar|mandar|salir|entregar(lo|la)? al)(te|le|os|les)?(lo|la|los|las)?",
    "(te|le|os|se) (lo|la|los|las) (enviamos|mandamos|envié|mandé) (ya|ayer|hoy|el|esta)",
    "(lo|la|los|las) (enviamos|mandamos|despachamos) (ya|ayer|hoy|el|esta)",
    "puest[oa] en camino",
  ),
  delivered: phrases(
    "(te|le|os|se) (lo|la|los|las) (llevó|llevaron|trajo|trajeron|acercó)",
    "(seur|mrw|correos|gls|dhl|ups|tipsa|nacex|estafeta|repartidor|mensajero|transportista) (te|le|os|se) (lo |la |los |las )?(llevó|entregó|dejó|trajo|ha llevado|ha dejado|ha entregado)",
    "(lo|la|los|las) (recibiste|recibió|recogiste|firmaste|tienes desde|tiene desde)",
    "(está|están) (_ )?(en tu (casa|buzón|portal)|en su (casa|buzón|domicilio)|con (tu|su) vecin@)",
    `(ha|han|sido|fue|fueron|se ha|se han|está|están|quedó) _ (entregad[oa]s?|depositad[oa]s? en (tu|su)|dejad[oa]s? (en|con|a))(?! (al?|a la) (transportista|mensajer@|courier|agencia|correos))`,
    `(paquete|pedido|envío) (ya )?(ha llegado|llegó)`,
    "(?<!nos |usted |tú |te )(llegó|llegaron|ha llegado|han llegado) (a (tu|su|destino|casa|vuestra)|hoy|ayer|el|esta|sin|bien)",
    "se (entregó|entregaron) (?!al)",
    "(consta|figura|aparece|sale|marca|está)n? (ya )?(como |marcad[oa] como )?entregad[oa]s?",
    "(te|le|lo|la|los|las|os|se) (lo |la |los |las )?(_ )?(entregaron|entregó|dejaron|dejó) (_ )?(en|con|a|ayer|hoy|el|esta)",
    "(te|le|os|se) (lo|la|los|las) (entregaron|entregó|dejaron|dejó)",
    "ya (lo|la|los|las) (tienes|tiene|tenéis) (en casa|contigo|ahí)",
    "(repartidor|mensajero|transportista|seur|mrw|correos|gls|dhl|tipsa|nacex|estafeta) (lo |la |los |las |te |le |te lo |se lo )?(dejó|entregó|ha dejado|ha entregado)",
    "ya lo (recibiste|recibió)",
  ),
  cancelled: phrases(
    `${have} _ (cancelad[oa]s?|anulad[oa]s?|dad[oa] de baja)`,
    "(cancelamos|anulamos) (tu|su|el|la)",
    "(acabamos|acabo) de (cancelar|anular)",
    "(cancelación|anulación) * (ha sido|está|quedó|fue|se ha) (_ )?(hecha|realizada|confirmada|procesada|tramitada|registrada|lista)",
    "se (canceló|anuló)",
  ),
  underway: phrases(
    "(está|están|va|van|sigue|siguen|continúa|viene) (ya |actualmente |todavía |aún )?(en camino|de camino|en tránsito|en reparto|en ruta|viajando|rumbo a (tu|su)|para (tu|su) (casa|domicilio)|camino de|camino a)",
  ),
  paid: phrases(
    "(pago|transferencia|ingreso|bizum|depósito) * (ha|fue|está|se ha|ya) _ (recibid[oa]|llegad[oa]|confirmad[oa]|acreditad[oa]|registrad[oa]|entrado|aceptad[oa]|abonad[oa])",
    "(hemos|he) (ya )?(recibido|registrado|cobrado) (tu|su|el|la) (pago|transferencia|ingreso|depósito|bizum)",
    "(nos )?(llegó|entró|recibimos) (ya )?(tu|su|el|la) (pago|transferencia|ingreso|depósito|bizum)",
    "(tu|su|el|la) (pago|transferencia|ingreso) (ya )?(nos )?(llegó|entró|consta como recibid[oa])",
  ),
  returned: phrases(
    "(paquete|pedido|envío) * (ha sido|fue|está|ha|nos ha sido|nos lo han|se ha) (_ )?(devuelto a (nosotros|nuestr@|remitente)|vuelto a (nuestr@|nosotros)|de vuelta (en|a) (nuestr@|nosotros)|retornado|regresado)",
    "(nos|se) (ha sido )?(devuelto|devolvieron|regresó|ha vuelto|han devuelto) (el|tu|su) (paquete|pedido|envío)",
    "(regresó|volvió) a (nuestr@|nosotros)",
  ),
  pickup: phrases(
    "(está|están|espera|te espera|le espera|queda) (_ )?(disponible|list[oa]|a tu disposición|a su disposición)? ?(para (recoger|su recogida|recogida|que lo recojas)|en (la|el|tu|su) (oficina|punto de recogida|punto pack|estanco|taquilla|locker))",
  ),
  owed: phrases(
    "(reembolso|abono|devolución|dinero) * (está|sigue|queda) _ (pendiente|por hacer|sin (hacer|tramitar|emitir)|en espera|en cola)",
    "(todavía|aún) (no (te|le|os|lo|se) (he|hemos|ha|han) _ (devuelto|reembolsado|abonado|hecho)|tengo que (devolver|reembolsar|abonar)(te|le|os)?)",
    "no (he|hemos|ha|han|se ha) _ (devuelto|reembolsado|abonado|hecho|emitido|tramitado) _ (reembolso|dinero|abono)",
    "(me|nos) falta (hacer|devolver|abonar|tramitar|emitir)(te|le)?",
  ),
};
