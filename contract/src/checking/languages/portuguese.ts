import { portuguese as statuses } from "../statuses/portuguese.ts";
import { type Words, words } from "./words.ts";

export const portuguese: Words = {
  common: words(
    "já|ainda|hoje|ontem|amanhã|abraço|chegou|saiu|estão|lhe|pela|pelo|também|tudo|ao|aos|vai|isso|muito|então|mas|o|os|uma?|é|seu|sua|temos|foi|por|para|com|olá|do|da|que|obrigad[oa]|encomenda|você|não|prezad[oa]|cumprimentos|em|no|na|bom|fatura|reembolso|pacote|envio|anexo|são",
  ),
  condition: words(
    "(?:me|nos) (?:diz|dizes|escreve|escreves)|(?:diz|dizes) que|por nos (?:informar|avisar)|lamentamos|(?:nos )?(?:escreve|indica|menciona|diz|escreveu|indicou|mencionou|disse)|segundo (?:você|a sua mensagem)|na sua mensagem|se|assim que|quando|uma vez(?: que)?|caso|no caso|desde que|antes que|até que|depois que|logo que|(?:compreendo|entendo) que",
  ),
  hedge: words(
    "nada|ninguém|sem|com gosto|por engano|metade|não|nunca|nenhum[a]?|nem|será|serão|seria|vamos|(?:vai|vou|vão)(?! (?:já |ainda )?(?:a caminho|em (?:trânsito|distribuição|rota|anexo)))|\\p{L}{2,}(?:aremos|eremos|iremos|ará|arão|erá|erão|irá|irão|aria|eria|iria)|pode|podem|podemos|poderia\\p{L}*|poderá|deve|deveria\\p{L}*|devem|gostaria|(?:nos )?(?:escreve|indica|menciona|pergunta|diz)|mencionou|escreveu|indicou|segundo (?:você|a sua)|normalmente|geralmente|habitualmente|em vez de|antes de|ser|ainda",
  ),
  hedgesBackwards: false,
  settled: words(
    "é|são|era|foi|foram|tem|têm|temos|está|custa|custou|custava|reembolsad\\p{L}+|pag[oa]|pagou|cobrad\\p{L}+|creditad\\p{L}+|inclui|recebeu|reembolsámos|reembolsamos",
  ),
  amounts: {
    refund: words("devolv\\p{L}+|reav\\p{L}+|credit\\p{L}+|reembols\\p{L}+|devolvid\\p{L}+|estorn\\p{L}+"),
    total: words(
      "fica em|ficam em|ficou em|ficaram em|custaram|soma|somam|perfaz|gast\\p{L}+|resta|restam|fica|pagou|pagaram|no total|ao todo|transferir|total\\p{L}*|valor(?: total)?|montante|pag[oa]|pagou|pagamento|cobrad\\p{L}+|faturad\\p{L}+|debitad\\p{L}+",
    ),
    shipping: words("portes(?: de envio)?|custos? de envio|envio|frete"),
    tax: words("iva|impostos?"),
    discount: words("poup\\p{L}+|desconto|redução|poupad\\p{L}+"),
    line: words("preço|custa|custou|custava|artigo|produto"),
  },
  offer: words(
    "expresso|expressa|grátis|gratuit\\p{L}*|site|loja|metade|vale|vales|cupão|cupom|cartão presente|crédito|oferta|ofertas|próxim[oa] (?:encomenda|compra|pedido)|compensação|envio grátis|frete grátis|promoção|mínimo|taxa|alfândega|substitu\\p{L}+|diferença|adicional|suplemento|atualmente|disponível|código|dedu\\p{L}+",
  ),
  bound: words(
    "até|mais de|menos de|a partir de|desde|cerca de|aproximadamente|pelo menos|no máximo|entre|superior\\p{L}* a|quase|cada|acima de",
  ),
  statuses,
  otherThing: words(
    "encomendas|centro|(?:ao|para o|no) (?:nosso )?armazém|ponto|(?:última|anterior|primeira|próxima) encomenda|e-?mails?|mensagem|confirmação|fatura|recibo|etiqueta\\p{L}*|devolução|devoluções|devolvid\\p{L}+|substitu\\p{L}+|troca|nov[oa]s?|assinatura|documento\\p{L}*|foto\\p{L}*|carta|pedido de|código|link|colega|fornecedor|fabricante|alfândega|outr[oa]s?|(?<!(?:na|nesta|passada|última) )segund[oa](?!-feira)|em falta|resto|reembolso|dinheiro|pagamento|material|mercadoria|aviso|(?:estafeta|carteiro) (?:\\p{L}+ ){0,4}(?:tentou|passou|esteve|tocou|conseguiu|encontrou)",
  ),
  days: {
    ordered: words("feit[oa]|fez|encomenda de|comprad[oa]|efetuad[oa]|realizad[oa]"),
    shipped: words(
      "postad[oa]s?|colocad[oa]s? no correio|partiu|partiram|recolhid[oa]s?|coletad[oa]s?|despachou|enviou|enviei|postou|deixou o nosso|expedimos|postámos|postamos|enviad[oa]s?|expedid[oa]s?|despachad[oa]s?|saiu|saíram|seguiu|enviámos|expedição",
    ),
    delivered: words(
      "deixad[oa]s?|deixou|levantad[oa]s?|entregou|entregaram|recebeste|chegad[oa]s?|entrega foi|entregues?|chegou|chegaram|recebeu|recebida",
    ),
    refunded: words(
      "devolvid[oa]s?|estorno|creditámos|creditamos|transferid[oa]s?|transferimos|devolvi|reembolso|restituíd[oa]s?|reembols\\p{L}+|devolvemos|creditad[oa]|estorn\\p{L}+|devolvid[oa]",
    ),
    cancelled: words("cancelad[oa]s?|anulad[oa]s?|cancelamento"),
    expected: words("prevista|previsto|estimad[oa]|esperad[oa]|data de entrega"),
  },
  attached: words(
    "junto (?:lhe )?(?:envio|enviamos|segue)|segue junto|em anexo|anexo|anexamos|anexad[oa]|segue em anexo",
  ),
  attachedElsewhere: words(
    "obrigad[oa] pel[oa]s?|anexou|pode|poderia|anexe|anexar|(?:e-?mail|mensagem) anterior|últim[oa] (?:e-?mail|mensagem)|seu anexo|no pacote|na embalagem",
  ),
  greeting:
    /^(?:olá|oi|bo(?:m|a) (?:dia|tarde|noite)|prezad[oa]|car[oa]|estimad[oa]|caríssim[oa]|viva|ei|excelentíssim[oa])[ ,]+(?=\p{Lu})/iu,
  noName: /^(?:a|tod[oa]s|cliente\p{L}*|equipa|equipe|senhor|senhora|obrigad[oa]|o|os|as|e|temos|sr|sra)$/iu,
  closing:
    /^(?:(?:com os )?(?:melhores |os meus )?cumprimentos|atenciosamente|(?:muito )?obrigad[oa]|um abraço|até breve|tenha um .{1,30})[,.! ]*$/iu,
};
