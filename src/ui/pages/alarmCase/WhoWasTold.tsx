/** The messages of the case, with their own state: an outbox entry is not a phone call. */
import type { AlarmNotification } from '../../../../contract/entities/alarmCase.ts';
import type { NotificationState } from '../../../../contract/rules/alarmNotification.ts';
import type { CaseDetails } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/words.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { classes } from '../../kit/classes.ts';
import { initials } from '../../shell/displayName.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import type { CaseProps } from './caseProps.ts';

const STATES = {
  queued: 'alarmCase.told.state.queued',
  sent: 'shared.sent',
  delivered: 'alarmCase.told.state.delivered',
  answered: 'alarmCase.told.state.answered',
  kept: 'alarmCase.told.state.kept',
  failed: 'alarmCase.told.state.failed',
  digested: 'alarmCase.told.state.digested',
  withdrawn: 'alarmCase.told.state.withdrawn',
} as const satisfies Record<NotificationState, Key>;
const REACHED: ReadonlySet<NotificationState> = new Set(['sent', 'delivered', 'answered']);
const CHANNELS = { sms: 'shared.textMessage', call: 'shared.phoneCall', email: 'shared.emailMessage' } as const;

export function WhoWasTold({ details, timeZone }: CaseProps & { readonly details: CaseDetails }) {
  const t = useT();
  const { notifications } = details;
  return (
    <section className="card flex max-h-1/2 min-h-0 flex-col max-[1240px]:max-h-none" aria-labelledby="told-title">
      <h2 id="told-title" className="border-b border-line px-4 py-3 text-14 font-semibold text-heading">
        {t('alarmCase.told.title')}
      </h2>
      {notifications.length === 0 ? (
        <p className="p-4 text-13 text-text-2">{t('alarmCase.told.none')}</p>
      ) : (
        <ul className="min-h-0 overflow-y-auto">
          {notifications.map((one) => (
            <Told key={one.id} one={one} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Told({ one, timeZone }: { readonly one: AlarmNotification; readonly timeZone: string }) {
  const t = useT();
  const { name, channel, level, state, attempts, reason, at, settledAt } = one;
  return (
    <li className="grid grid-cols-[26px_minmax(0,1fr)_auto] items-center gap-3 border-b border-line px-4 py-2 last:border-0">
      <Avatar initials={initials(name)} />
      <span className="min-w-0">
        <b className="block truncate text-13 font-medium">{name}</b>
        <span className="text-12 text-text-2">
          {t('alarmCase.told.line', { channel: t(CHANNELS[channel]), level })}
        </span>
      </span>
      <span className="text-right text-12">
        <b
          className={classes(
            'block font-medium',
            state === 'failed' ? 'text-st-alarm-text' : REACHED.has(state) ? 'text-st-online-text' : 'text-text-2',
          )}
          title={reason || undefined}
        >
          {t(STATES[state])}
        </b>
        <span className="text-text-2 tabular-nums">
          {attempts > 1 || state === 'failed'
            ? t('alarmCase.told.attempts', { count: attempts })
            : timeOfDay(settledAt ?? at, timeZone)}
        </span>
      </span>
    </li>
  );
}
