import { phrases, type StatusPhrases } from "./phrases.ts";

const have = "(foi|foram|temos|tenho|já|sido|está|estão|ficou|acabou de ser)";

export const portuguese: StatusPhrases = {
  refunded: phrases(
    "(voltou|voltaram|regressou|regressaram|está|estão) (_ )?(de volta )?(para|à|a|ao|na|no) (_ )?(conta|cartão)(?! (corrente )?nossa)",
    "(acabámos|acabamos|acabei) de (fazer|processar|emitir|efetuar|tratar|dar) (_ )?(reembolso|estorno)",
    "(€|euros?|reais|r\\$|valor|montante|dinheiro|quantia) * (foi|foram|já foi) _ (devolvid|transferid|creditad|reembolsad|estornad|restituíd)[oa]s?",
    "(devolvemos|reembolsei|estornei|devolvi|creditei|reembolsámos|estornámos|restituímos)(-lhe|-te|-lhes)? (_ )?(os|o valor|o dinheiro|\\d[\\d.,]*|r\\$|€)",
    "(reembolso|estorno) * (foi|está|já foi|saiu|caiu|seguiu|entrou) (_ )?(lançad|aprovad|finalizad|creditad|pag|executad|registad|na sua|para a sua)[oa]?",
    "(foi|foram|foi-lhe|foram-lhe|fomos) _ (devolvid|reembolsad|creditad|estornad|restituíd)[oa]s? (_ )?(o valor|os|o montante|\\d[\\d.,]*|€|r\\$)",
    "(procedemos|procedi) (_ )?(ao|com o) (_ )?(reembolso|estorno)",
    `${have} _ (reembolsad[oa]s?|estornad[oa]s?|restituíd[oa]s?|creditad[oa]s? (na|no|de volta)|devolvido (o|os|seu) (dinheiro|valor|montante))`,
    `(reembolso|estorno|dinheiro) * (foi|está|já foi) (_ )?(emitid[oa]|processad[oa]|efetuad[oa]|realizad[oa]|concluíd[oa]|feit[oa]|enviad[oa]|tratad[oa]|a caminho da sua conta)`,
    "(reembolsámos|reembolsamos|estornámos|estornamos|devolvemos (os|o valor|o dinheiro|\\d[\\d.,]*)|creditámos|creditamos)",
    "(acabámos|acabamos|acabei) de (reembolsar|estornar|devolver)(-lhe|-te)?",
    "(fizemos|fiz|processámos|processamos|emitimos) (_ )?(reembolso|estorno)",
  ),
  shipped: phrases(
    "(entregámos|entregamos|entreguei|deixámos|deixei|demos|confiámos) (_ )?(à|ao|aos|na|nos|a) (ctt|dpd|gls|dhl|ups|mrw|seur|nacex|correios|transportadora|estafeta)",
    "(ctt|dpd|gls|dhl|ups|mrw|seur|nacex|correios|transportadora|estafeta) (_ )?(recolheu|levantou|levou|recebeu) (_ )?(a|o|sua|seu) (_ )?(encomenda|pacote|pedido)(?! (em|na) sua)",
    "(enviei|enviámos|mandei|mandámos|despachei|expedi)(-lhe|-te|-vos|-a|-o) (_ )?(encomenda|pacote|pedido|ontem|hoje|na|no)",
    "(vai|vão|segue|seguem|está|estão) (_ )?a caminho",
    "(foi|foram|está|estão) _ (confiad[oa]s? (à|aos|ao)|coletad[oa]s? pel[ao]s?|remetid[oa]s?|entregue?s? (a|à|aos|ao) (ctt|dpd|gls|dhl|ups|correios|transportadora))",
    "(deixou|saiu d[oe]) (_ )?(nosso|nossa|armazém|loja|ateliê)",
    "(enviei|despachei|postei|expedi|mandei) (_ )?(a|o|sua|seu|os|as) (encomenda|pedido|pacote|@)",
    "(foi|foram) _ (colocad[oa]s? no correio|entregue?s? (aos ctt|à dpd|à gls|à dhl)|recolhid[oa]s?)",
    `${have} _ (enviad[oa]s?|expedid[oa]s?|despachad[oa]s?|postad[oa]s?|mandad[oa]s?|entregue?s? (à transportadora|ao transportador|aos ctt|ao correio)|recolhid[oa]s? pel[ao])`,
    "(saiu|saíram) (ontem|hoje|d[oa]|n[oa]|das nossas|para)",
    "(está|estão|vai|vão|segue|seguem) (já |ainda )?(a caminho|em trânsito|em distribuição|em rota|a viajar|para (a )?sua (casa|morada))",
    "(enviámos|enviamos (ontem|hoje|já|na|no)|expedimos|despachámos|despachamos|postámos|postamos)",
    "(acabámos|acabamos|acabei) de (enviar|expedir|despachar|postar)",
    "(partiu|seguiu) (ontem|hoje|n[oa]|d[oa]|para)",
  ),
  delivered: phrases(
    "(vizinh[oa]|porteir[oa]|marido|mulher|esposa|mãe|pai|filh[oa]|receção|recepção|companheir[oa]) (_ )?(recebeu|levantou|assinou|aceitou|ficou com)",
    "(está|estão) (_ )?(consigo|contigo|em sua casa|na sua caixa de correio)",
    "(estafeta|carteiro|ctt|dpd|gls|dhl|ups|mrw|seur|nacex|correios|transportadora|estafeta) (_ )?(entregou|deixou|pôs|colocou)(-lhe|-te|-a|-o)?",
    "(ctt|dpd|gls|dhl|ups|carteiro|estafeta) (_ )?(entregou|deixou|levou)(-lhe|-te)?",
    "(recebeu|recebeste)(-a|-o)? (no|na|em|ontem|dia)",
    `${have} _ entregues?(?! (à transportadora|ao transportador|aos ctt))`,
    "(?<!nos )(chegou|chegaram) (à sua|a sua|ao destino|ontem|hoje|n[oa]|bem)",
    "(encomenda|pacote|pedido) (já )?(chegou|chegaram)",
    "(consta|aparece|figura|está) (como )?entregues?",
    "(ctt|dpd|gls|dhl|ups|estafeta|carteiro|transportadora) (_ )?(deixou|entregou) (_ )?(a|o|em|na|no|à|ao)",
    "(foi|foram) (_ )?(deixad[oa]s?|colocad[oa]s?) (_ )?(na|no|à|ao|com)",
  ),
  cancelled: phrases(
    `${have} _ (cancelad[oa]s?|anulad[oa]s?)`,
    "(cancelámos|cancelamos|anulámos) (a|o|sua|seu|já)",
    "(cancelamento|anulação) (_ )?(foi|está) (_ )?(feit[oa]|confirmad[oa]|concluíd[oa]|processad[oa])",
  ),
  underway: phrases(
    "(está|estão|vai|vão|segue|continua) (já |ainda )?(a caminho|em trânsito|em distribuição|em rota|a viajar)",
  ),
  paid: phrases(
    "(pagamento|transferência|depósito|pix) * (foi|está|já|chegou|entrou|caiu) (_ )?(recebid[oa]|confirmad[oa]|creditad[oa]|registad[oa]|aprovad[oa]|na nossa conta)",
    "(recebemos|recebi|já recebemos) (o|a|o seu|a sua|o teu|seu|sua) (_ )?(pagamento|transferência|depósito|pix)",
  ),
  returned: phrases(
    "(encomenda|pacote|pedido) * (foi|voltou|regressou) (_ )?(devolvid[oa] (a nós|ao remetente|para nós)|para nós|ao remetente|ao nosso armazém|ao armazém)",
  ),
  pickup: phrases(
    "(está|estão|aguarda) (_ )?(disponível|pront[oa]|à sua espera|para levantamento|para recolha|para levantar) (_ )?(n[oa]|em|para)",
  ),
  owed: phrases(
    "(reembolso|estorno|dinheiro) * (está|continua) _ (pendente|por fazer|em falta)",
    "ainda não (_ )?(reembolsámos|reembolsamos|foi reembolsad[oa]|fizemos o reembolso|devolvemos)",
  ),
};
