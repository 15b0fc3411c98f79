/** Findings in three groups, each with its rule, its effect and the fix; below them what is accepted for this robot. */
import { useSelector } from '@xstate/react';
import type { AcceptedDeviation, Finding } from '../../../../contract/entities/conformance.ts';
import type { AcceptKind } from '../../../../contract/rules/conformance/accept.ts';
import type { Severity } from '../../../../contract/rules/conformance/kinds.ts';
import { groupFindings, selectIsActing } from '../../../machines/conformance/conformance.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { AcceptButton } from './AcceptButton.tsx';
import { placeOf, refusedText, textsOf, titleOf } from './findingTexts.ts';
import { useConformance, type ConformanceProps } from './useConformance.ts';
import { Verdict } from '../../testOrder/Verdict.tsx';

const GROUPS = {
  blocks: 'conformance.group.blocks',
  breaks: 'conformance.group.breaks',
  note: 'conformance.group.note',
} as const satisfies Record<Severity, string>;
const RULES = {
  operatingMode: 'conformance.rule.operatingMode',
  mapName: 'conformance.rule.mapName',
  headerFields: 'conformance.rule.headerFields',
  missingList: 'conformance.rule.missingList',
} as const satisfies Record<AcceptKind, string>;

export function FindingList({ screen }: ConformanceProps) {
  const t = useT();
  const { report } = useConformance(screen);
  if (!report) return null;
  const { findings, accepted, refused } = report;
  return (
    <section
      className="card min-h-0 overflow-auto desk:flex-[0_0_360px] wide:flex-[0_0_400px] max-desk:flex-none"
      aria-label={t('conformance.findings')}
      tabIndex={0}
    >
      {findings.length === 0 && refused.length === 0 && (
        <StatePanel state="empty" title={t('conformance.none')} text={t('conformance.noneText')} />
      )}
      {groupFindings(findings).map(
        ([severity, group]) =>
          group.length > 0 && (
            <div key={severity}>
              <GroupHead title={t(GROUPS[severity])} count={group.length} />
              <ul>
                {group.map((one) => (
                  <FindingRow key={one.id} screen={screen} finding={one} />
                ))}
              </ul>
            </div>
          ),
      )}
      {refused.length > 0 && (
        <>
          <GroupHead title={t('conformance.group.refused')} count={refused.length} />
          <ul>
            {refused.map((one) => (
              <li
                key={`${one.reason} ${one.userName} ${one.network} ${one.detail}`}
                className="border-b border-line-2 px-4 py-2.5 text-13 last:border-b-0"
              >
                <b className="block font-semibold wrap-anywhere">{refusedText(t, one)}</b>
                <span className="font-mono text-12 text-text-2">
                  {[one.network, timeStamp(one.lastAt, ownZone()), t('conformance.times', { count: one.count })]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {accepted.length > 0 && (
        <>
          <GroupHead title={t('conformance.group.accepted')} count={accepted.length} />
          <ul>
            {accepted.map((one) => (
              <AcceptedRow key={`${one.kind} ${one.value}`} screen={screen} deviation={one} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function GroupHead({ title, count }: { readonly title: string; readonly count: number }) {
  return (
    <h2 className="border-y border-line-2 bg-surface-2 px-4 py-1.5 text-12 font-semibold text-heading first:border-t-0">
      {title} <span className="ml-1 font-normal text-text-2">{count}</span>
    </h2>
  );
}

function FindingRow({ screen, finding }: ConformanceProps & { readonly finding: Finding }) {
  const t = useT();
  const { open, log } = useConformance(screen);
  const isOpen = open === finding.id;
  const { id, severity, count, lastAt, firstAt, allowed, seq } = finding;
  const place = placeOf(t, finding);
  const texts = textsOf(t, finding);
  const zone = ownZone();
  return (
    <li className={classes('border-b border-line-2 last:border-b-0', isOpen && 'bg-menu-active-bg inset-ring-0')}>
      <button
        type="button"
        className="flex w-full gap-2.5 px-4 py-2.5 text-left hover:bg-hover focus-visible:shadow-ring"
        aria-expanded={isOpen}
        onClick={() => screen.send({ type: 'finding.open', id })}
      >
        <Verdict look={severity === 'blocks' ? 'bad' : 'warn'} />
        <span className="min-w-0 flex-1">
          <span className="flex items-start gap-2">
            <b className="min-w-0 flex-1 text-13 font-semibold wrap-anywhere">{titleOf(t, finding)}</b>
            <span className="flex-none text-12 text-text-2">{t('conformance.times', { count })}</span>
          </span>
          <span className="block font-mono text-12 wrap-anywhere text-text-2">
            {place.path}
            {place.value !== null && (
              <>
                {' = '}
                <span className="text-st-alarm-text">{place.value}</span>
              </>
            )}
          </span>
        </span>
      </button>
      {isOpen && (
        <div className="grid gap-2 pr-4 pb-3 pl-11 text-13">
          {allowed.length > 0 && (
            <p className="text-text-2">
              {t('conformance.allowed')} <span className="font-mono text-12 text-text">{allowed.join(', ')}</span>
            </p>
          )}
          <p className="border-l-2 border-line-3 pl-2.5">
            {texts.rule}
            <span className="block text-12 text-text-2">{texts.source}</span>
          </p>
          <p>
            <b className="font-semibold">{t('conformance.effect')}</b> {texts.effect}
          </p>
          <p>
            <b className="font-semibold">{t('conformance.fix')}</b> {texts.fix}
          </p>
          <p className="text-12 text-text-2 tabular-nums">
            {t('conformance.seen', { first: timeStamp(firstAt, zone), last: timeStamp(lastAt, zone) })}
          </p>
          <div className="flex flex-wrap items-end gap-2">
            <AcceptButton screen={screen} finding={finding} />
            {seq !== null && log.some((one) => one.seq === seq) && (
              <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'message.select', seq })}>
                {t('conformance.show')}
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

function AcceptedRow({ screen, deviation }: ConformanceProps & { readonly deviation: AcceptedDeviation }) {
  const t = useT();
  const acting = useSelector(screen, selectIsActing);
  const { kind, value, meaningName, by, at } = deviation;
  return (
    <li className="flex items-center gap-2.5 border-b border-line-2 px-4 py-2.5 last:border-b-0">
      <Verdict look="good" />
      <span className="min-w-0 flex-1">
        <b className="block text-13 font-semibold wrap-anywhere">{t(RULES[kind], { value, meaning: meaningName })}</b>
        <span className="text-12 text-text-2">
          {t('conformance.acceptedBy', { name: by.name, time: timeStamp(at, ownZone()) })}
        </span>
      </span>
      <Button size="s" busy={acting} onClick={() => screen.send({ type: 'accepted.withdraw', kind, value })}>
        {t('conformance.withdraw')}
      </Button>
    </li>
  );
}
