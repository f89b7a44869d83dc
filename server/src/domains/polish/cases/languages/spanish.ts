import { linesOf } from "../lines-of.ts";

/** Spanish with a planted misspelling in each line, and without. */
export const spanish = {
  planted: linesOf(`
Su [pedio|pedido] está en camino.
Gracias por su [mensage|mensaje].
Hemos [recivido|recibido] su devolución.
Lamentamos las [molesitas|molestias] causadas.
El paquete [llegara|llegará] el [proximo|próximo] lunes.
Le enviaremos la [facutra|factura] por correo.
Por favor, [enviénos|envíenos] una foto del daño.
El artículo no está [disponble|disponible] ahora.
La [direción|dirección] no es correcta.
El [reenbolso|reembolso] tarda tres días.
Puede [devolberlo|devolverlo] en treinta días.
Nuestro [alamcén|almacén] está cerrado hoy.
Vamos a [comprovar|comprobar] el estado del envío.
El [tranportista|transportista] no le encontró en casa.
Quedamos a su [dispocisión|disposición].
La [garantia|garantía] cubre dos años.
Es un [probelma|problema] de nuestro sistema.
El color es [diferrente|diferente] al de la foto.
La lámpara llegó [rotta|rota] a casa.
[Tambien|También] tenemos otras tallas.
`),
  sound: linesOf(`
Hola Begoña, gracias por escribirnos.
Su paquete salió esta mañana de nuestro almacén.
¿Podría enviarnos una foto de la etiqueta?
La funda se lava a treinta grados.
Le hemos devuelto el importe a su tarjeta.
El repartidor pasó, pero no había nadie.
Quedan dos unidades en color arena.
Sentimos mucho el retraso.
El cojín está hecho de lino.
Avísenos si necesita algo más.
La recogida será el martes por la tarde.
¿Qué tamaño prefiere, el grande o el pequeño?
El código de descuento caduca mañana.
Nuestro equipo responde de lunes a viernes.
Un saludo desde Sevilla
La pantalla y la base se venden juntas.
Ya lo hemos solucionado.
¡Que tenga un buen día!
El plazo de entrega es de cinco días.
No hace falta que lo devuelva.
`),
};
