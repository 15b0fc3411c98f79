/** Texts of findings, by kind. */
import type { Finding, RefusedConnection } from '../../../../contract/entities/conformance.ts';
import { FINDING_SECTIONS, type FindingKind } from '../../../../contract/rules/conformance/kinds.ts';
import type { Translate } from '../../hooks/translate.ts';

const TEXTS = {
  notJson: {
    title: 'conformance.kind.notJson.title',
    rule: 'conformance.kind.notJson.rule',
    effect: 'conformance.kind.notJson.effect',
    fix: 'conformance.kind.notJson.fix',
  },
  missingField: {
    title: 'conformance.kind.missingField.title',
    rule: 'conformance.kind.missingField.rule',
    effect: 'conformance.kind.missingField.effect',
    fix: 'conformance.kind.missingField.fix',
  },
  wrongType: {
    title: 'conformance.kind.wrongType.title',
    rule: 'conformance.kind.wrongType.rule',
    effect: 'conformance.kind.notJson.effect',
    fix: 'conformance.kind.wrongType.fix',
  },
  wrongValue: {
    title: 'conformance.kind.wrongValue.title',
    rule: 'conformance.kind.wrongValue.rule',
    effect: 'conformance.kind.missingField.effect',
    fix: 'conformance.kind.wrongValue.fix',
  },
  unknownMap: {
    title: 'conformance.kind.unknownMap.title',
    rule: 'conformance.kind.unknownMap.rule',
    effect: 'conformance.kind.unknownMap.effect',
    fix: 'conformance.kind.unknownMap.fix',
  },
  notLocalized: {
    title: 'conformance.kind.notLocalized.title',
    rule: 'conformance.kind.notLocalized.rule',
    effect: 'conformance.kind.notLocalized.effect',
    fix: 'conformance.kind.notLocalized.fix',
  },
  notAutomatic: {
    title: 'conformance.kind.notAutomatic.title',
    rule: 'conformance.kind.notAutomatic.rule',
    effect: 'conformance.kind.notLocalized.effect',
    fix: 'conformance.kind.notAutomatic.fix',
  },
  unanswered: {
    title: 'conformance.kind.unanswered.title',
    rule: 'conformance.kind.unanswered.rule',
    effect: 'conformance.kind.unanswered.effect',
    fix: 'conformance.kind.unanswered.fix',
  },
  wrongTopic: {
    title: 'conformance.kind.wrongTopic.title',
    rule: 'conformance.kind.wrongTopic.rule',
    effect: 'conformance.kind.wrongTopic.effect',
    fix: 'conformance.kind.wrongTopic.fix',
  },
  refusedSignIn: {
    title: 'conformance.kind.refusedSignIn.title',
    rule: 'conformance.kind.refusedSignIn.rule',
    effect: 'conformance.kind.refusedSignIn.effect',
    fix: 'conformance.kind.refusedSignIn.fix',
  },
  cutOff: {
    title: 'conformance.kind.cutOff.title',
    rule: 'conformance.kind.cutOff.rule',
    effect: 'conformance.kind.cutOff.effect',
    fix: 'conformance.kind.cutOff.fix',
  },
  headerGap: {
    title: 'conformance.kind.headerGap.title',
    rule: 'conformance.kind.headerGap.rule',
    effect: 'conformance.kind.headerGap.effect',
    fix: 'conformance.kind.headerGap.fix',
  },
  headerRepeat: {
    title: 'conformance.kind.headerRepeat.title',
    rule: 'conformance.kind.headerGap.rule',
    effect: 'conformance.kind.headerRepeat.effect',
    fix: 'conformance.kind.headerRepeat.fix',
  },
  timestampFormat: {
    title: 'conformance.kind.timestampFormat.title',
    rule: 'conformance.kind.timestampFormat.rule',
    effect: 'conformance.kind.timestampFormat.effect',
    fix: 'conformance.kind.timestampFormat.fix',
  },
  clockOff: {
    title: 'conformance.kind.clockOff.title',
    rule: 'conformance.kind.clockOff.rule',
    effect: 'conformance.kind.clockOff.effect',
    fix: 'conformance.kind.clockOff.fix',
  },
  otherVersion: {
    title: 'conformance.kind.otherVersion.title',
    rule: 'conformance.kind.otherVersion.rule',
    effect: 'conformance.kind.otherVersion.effect',
    fix: 'conformance.kind.otherVersion.fix',
  },
  headerAddress: {
    title: 'conformance.kind.headerAddress.title',
    rule: 'conformance.kind.headerAddress.rule',
    effect: 'conformance.kind.headerAddress.effect',
    fix: 'conformance.kind.headerAddress.fix',
  },
  toleratedField: {
    title: 'conformance.kind.missingField.title',
    rule: 'conformance.kind.toleratedField.rule',
    effect: 'conformance.kind.toleratedField.effect',
    fix: 'conformance.kind.toleratedField.fix',
  },
  noFactsheet: {
    title: 'conformance.kind.noFactsheet.title',
    rule: 'conformance.kind.noFactsheet.rule',
    effect: 'conformance.kind.noFactsheet.effect',
    fix: 'conformance.kind.noFactsheet.fix',
  },
  tooRare: {
    title: 'conformance.kind.tooRare.title',
    rule: 'conformance.kind.tooRare.rule',
    effect: 'conformance.kind.tooRare.effect',
    fix: 'conformance.kind.tooRare.fix',
  },
  tooMany: {
    title: 'conformance.kind.tooMany.title',
    rule: 'conformance.kind.tooMany.rule',
    effect: 'conformance.kind.tooMany.effect',
    fix: 'conformance.kind.tooMany.fix',
  },
} as const satisfies Record<FindingKind, Record<'title' | 'rule' | 'effect' | 'fix', string>>;
const REASONS: Readonly<
  Record<string, 'conformance.reason.signIn' | 'conformance.reason.otherClientId' | 'conformance.reason.wrongTopic'>
> = {
  signIn: 'conformance.reason.signIn',
  otherClientId: 'conformance.reason.otherClientId',
  wrongTopic: 'conformance.reason.wrongTopic',
};

const paramsOf = ({ topic, path, params }: Pick<Finding, 'topic' | 'path' | 'params'>) => ({ topic, path, ...params });

export const titleOf = (t: Translate, finding: Pick<Finding, 'kind' | 'topic' | 'path' | 'params'>): string =>
  t(TEXTS[finding.kind].title, paramsOf(finding));

/** Where the finding is, and the offending value or the reason. */
export function placeOf(t: Translate, { topic, path, value, params }: Finding): { path: string; value: string | null } {
  const reason = REASONS[String(params['reason'])];
  const place = path === '' ? topic : path.startsWith('state.') ? path : `${topic}.${path}`;
  return { path: place, value: value ?? (reason ? t(reason) : null) };
}

export interface FindingTexts {
  rule: string;
  effect: string;
  fix: string;
  /** Where the rule comes from. */
  source: string;
}
export function textsOf(t: Translate, finding: Finding): FindingTexts {
  const { rule, effect, fix } = TEXTS[finding.kind];
  const params = paramsOf(finding);
  const section = FINDING_SECTIONS[finding.kind];
  return {
    rule: t(rule, params),
    effect: t(effect, params),
    fix: t(fix, params),
    source: section === '' ? t('conformance.ours') : t('conformance.source', { section }),
  };
}

const REFUSED = {
  unknownUser: 'conformance.refused.unknownUser',
  wrongPassword: 'conformance.refused.wrongPassword',
  otherClientId: 'conformance.refused.otherClientId',
  certificate: 'conformance.refused.certificate',
  wrongTopic: 'conformance.refused.wrongTopic',
} as const satisfies Record<RefusedConnection['reason'], string>;
export const refusedText = (t: Translate, { reason, userName }: RefusedConnection): string =>
  t(REFUSED[reason], { name: userName });
