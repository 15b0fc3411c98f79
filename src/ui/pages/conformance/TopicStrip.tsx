/** The six topics: verdict, age, the arrivals of the last minute as ticks, and their rate. A press shows that topic only. */
import type { TopicActivity } from '../../../../contract/entities/conformance.ts';
import { isSentTopic } from '../../../../contract/rules/conformance/kinds.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { useConformance, type ConformanceProps } from './useConformance.ts';
import { Verdict, type VerdictLook } from '../../testOrder/Verdict.tsx';

const STRIP_MS = 60_000;

export function TopicStrip({ screen }: ConformanceProps) {
  const t = useT();
  const { report } = useConformance(screen);
  return (
    <section
      className="card grid flex-none grid-cols-6 divide-x divide-line-2 max-wide:grid-cols-3 max-desk:grid-cols-2"
      aria-label={t('conformance.topics.name')}
    >
      {report?.topics.map((one) => (
        <Topic key={one.topic} screen={screen} activity={one} />
      ))}
    </section>
  );
}

function Topic({ screen, activity }: ConformanceProps & { readonly activity: TopicActivity }) {
  const t = useT();
  const { report, topic: shown } = useConformance(screen);
  const { topic, lastAt, arrivals } = activity;
  const now = report?.serverTime ?? 0;
  const findings = report?.findings.filter((one) => one.topic === topic && one.severity !== 'note') ?? [];
  const sent = isSentTopic(topic);
  const look: VerdictLook = findings.some(({ severity }) => severity === 'blocks')
    ? 'bad'
    : findings.length > 0
      ? 'warn'
      : lastAt === null
        ? 'none'
        : 'good';
  const bad = arrivals.filter((one) => one.bad).length;
  const gaps = arrivals.filter(({ gap }) => gap).length;
  const words =
    lastAt === null
      ? t(sent ? 'conformance.topics.neverSent' : 'shared.noneInText')
      : [
          t('conformance.topics.rate', { rate: arrivals.length }),
          bad > 0 ? t('conformance.topics.bad', { count: bad }) : '',
          gaps > 0 ? t('conformance.topics.gaps', { count: gaps }) : '',
          bad + gaps === 0 && arrivals.length > 0 ? t('conformance.topics.ok') : '',
        ]
          .filter(Boolean)
          .join(' · ');
  return (
    <button
      type="button"
      className={classes(
        'grid min-w-0 gap-1.5 border-b-2 px-3.5 py-2.5 text-left hover:bg-hover focus-visible:shadow-ring',
        shown === topic ? 'border-fill bg-menu-active-bg' : 'border-transparent',
      )}
      aria-pressed={shown === topic}
      title={t('conformance.topics.show', { topic })}
      onClick={() => screen.send({ type: 'log.topic', topic })}
    >
      <span className="flex items-center gap-2">
        <Verdict look={look} size={16} />
        <b className="min-w-0 flex-1 truncate text-13 font-semibold">{topic}</b>
        {lastAt !== null && (
          <span className="text-12 text-text-2 tabular-nums">
            {t('common.seconds', { seconds: Math.max(0, Math.round((now - lastAt) / 1_000)) })}
          </span>
        )}
      </span>
      <svg
        className="h-5 w-full rounded-in bg-surface-3"
        viewBox="0 0 60 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {arrivals.map(({ at, bad: isBad, gap }, index) => (
          <rect
            key={`${at} ${index}`}
            x={((at - now + STRIP_MS) / STRIP_MS) * 60}
            y={gap ? 0 : 1}
            width={gap ? 0.9 : 0.35}
            height={gap ? 10 : 8}
            className={gap ? 'fill-attn' : isBad ? 'fill-st-alarm' : sent ? 'fill-fill' : 'fill-text-2'}
          />
        ))}
      </svg>
      <span className="truncate text-12 text-text-2">{words}</span>
    </button>
  );
}
