/** Preview of a layout import: counts and a list of points. Unusable points come first, with the reason. */
import type { LifChanges, LifStep, OwnPoint } from '../../../../contract/rules/mapFiles/lifChanges.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { classes } from '../../kit/classes.ts';
import { POINT_FAULT_KEYS } from '../../labels/pointLocaleKeys.ts';

/** Maximum number of rows shown. */
const MOST = 200;
const STEP = 'flex flex-wrap gap-x-3 border-line-2 px-3 py-2 text-13 wrap-anywhere not-first:border-t';
const ORDER: readonly LifStep['does'][] = ['unused', 'add', 'move', 'change'];
const COUNTS: Readonly<Record<LifStep['does'], Key>> = {
  unused: 'maps.lif.unused',
  add: 'maps.lif.added',
  move: 'maps.lif.moved',
  change: 'maps.lif.changed',
};
const WORDS: Readonly<Record<LifStep['does'], Key>> = {
  unused: 'maps.lif.isUnused',
  add: 'maps.lif.isAdded',
  move: 'maps.lif.isMoved',
  change: 'maps.lif.isChanged',
};

export function LifSteps({ outcome, own }: { readonly outcome: LifChanges; readonly own: readonly OwnPoint[] }) {
  const t = useT();
  const { steps, same, kept, detached } = outcome;
  const sorted = ORDER.flatMap((does) => steps.filter((step) => step.does === does));
  const nameOf = (areaId: string | null): string => [...steps, ...own].find((one) => one.areaId === areaId)?.name ?? '';
  const reason = ({ fault }: LifStep): string =>
    fault ? t(POINT_FAULT_KEYS[fault.error], { other: nameOf(fault.other) }) : t('maps.lif.noText');
  return (
    <>
      <div role="status">
        <ul className="list-disc pl-5 text-13">
          {ORDER.map((does) => ({ does, count: steps.filter((step) => step.does === does).length }))
            .filter(({ count }) => count > 0)
            .map(({ does, count }) => (
              <li key={does}>{t(COUNTS[does], { count })}</li>
            ))}
          {same > 0 && <li>{t('maps.lif.same', { count: same })}</li>}
          {kept > 0 && <li>{t('maps.lif.kept', { count: kept })}</li>}
          {detached > 0 && <li>{t('maps.lif.detached', { count: detached })}</li>}
        </ul>
      </div>
      {sorted.length > 0 && (
        <ol
          className="max-h-80 overflow-y-auto rounded border border-line-2"
          aria-label={t('maps.lif.list')}
          tabIndex={0}
        >
          {sorted.slice(0, MOST).map((step) => (
            <li key={step.areaId} className={STEP}>
              <b className="flex-[1_1_120px] font-medium">{step.name}</b>
              <span className={classes('flex-[2_1_160px]', step.does === 'unused' ? 'text-attn-text' : 'text-text-2')}>
                {step.does === 'unused'
                  ? t('maps.lif.isUnused', { reason: reason(step) })
                  : step.nameBefore === null
                    ? t(WORDS[step.does])
                    : t('maps.lif.isRenamed', { before: step.nameBefore })}
              </span>
            </li>
          ))}
          {sorted.length > MOST && <li className={STEP}>{t('maps.lif.more', { count: sorted.length - MOST })}</li>}
        </ol>
      )}
    </>
  );
}
