/** One delivery: status, codes, history with what follows, the way driven, and what can be done about it. */
import { useSelector } from '@xstate/react';
import Link from 'lucide-react/icons/link';
import { robotPath } from '../../../machines/app/events.ts';
import {
  type DeliveryDetailRef,
  selectCancelQuestion,
  selectDetail,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { deliveryPath } from '../../../machines/deliveries/deliveriesQuery.ts';
import { DeliveryPill, DeliveryTrack } from '../../deliveries/DeliveryTrack.tsx';
import { ORIGIN_NAMES, situationText, slowDeliveryText } from '../../deliveries/deliveryTexts.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useApp } from '../../hooks/useApp.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { SLOW } from '../../routeRuns/slowText.ts';
import { Question } from '../../shell/Question.tsx';
import { DeliveryActs } from './DeliveryActs.tsx';
import { DeliveryCodes } from './DeliveryCodes.tsx';
import { DeliveryHistory } from './DeliveryHistory.tsx';
import { DeliveryPeople } from './DeliveryPeople.tsx';
import { DeliveryWay } from './DeliveryWay.tsx';
import { DoorPhoto } from './DoorPhoto.tsx';
import { RedirectDialog } from './RedirectDialog.tsx';
import { UnsentMessages } from './UnsentMessages.tsx';

export interface DeliveryDrawerProps {
  readonly detail: DeliveryDetailRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
  /** Why nothing can be done now; undefined if it can. */
  readonly blocked: string | undefined;
  /** The records show what was, without acts. */
  readonly isRecord: boolean;
  readonly onClose: () => void;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

export function DeliveryDrawer({ detail, timeZone, now, blocked, isRecord, ...moves }: DeliveryDrawerProps) {
  const t = useT();
  const copy = useCopy();
  const { navigation } = useApp();
  const { details, failure } = useSelector(detail, selectDetail);
  const question = useSelector(detail, selectCancelQuestion);
  if (!details)
    return (
      <Drawer title={t('shared.delivery')} {...moves}>
        {failure ? (
          <StatePanel state="failed" title={t('deliveries.detail.failed')} text={t.failure(failure)}>
            <Button size="s" onClick={() => detail.send({ type: 'detail.retry' })}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        ) : (
          <SkeletonBlocks shape="text" count={6} label={t('deliveries.detail.loading')} />
        )}
      </Drawer>
    );
  const { delivery } = details;
  const { from, to, number, robotName, compartment, note, origin, createdBy } = delivery;
  const slow = slowDeliveryText(t, delivery);
  const facts = [
    t('deliveries.detail.number', { number }),
    robotName || t('deliveries.board.noRobot'),
    compartment === null ? '' : t('deliveries.detail.compartment', { compartment }),
  ].filter(Boolean);
  return (
    <>
      <Drawer
        title={t('shared.fromTo', { from: from.name, to: to.name })}
        note={
          <>
            <DeliveryPill delivery={delivery} />
            <span>{facts.join(' · ')}</span>
          </>
        }
        foot={
          isRecord ? undefined : (
            <DeliveryActs detail={detail} delivery={delivery} timeZone={timeZone} now={now} blocked={blocked} />
          )
        }
        {...moves}
      >
        <p className="flex flex-wrap items-center gap-3 text-12 text-text-2">
          <DeliveryTrack delivery={delivery} />
          <span role="status">{situationText(t, delivery, { now, timeZone })}</span>
        </p>
        {!isRecord && <UnsentMessages detail={detail} delivery={delivery} blocked={blocked} />}
        {slow && <p className={classes(SLOW, 'text-13')}>{slow}</p>}
        <DeliveryCodes detail={detail} delivery={delivery} blocked={blocked} />
        <DeliveryPeople detail={detail} delivery={delivery} blocked={blocked} />
        <p className="text-13 text-text-2">
          {createdBy === ''
            ? t('deliveries.detail.orderedBy', { origin: t(ORIGIN_NAMES[origin]) })
            : t('deliveries.detail.ordered', { origin: t(ORIGIN_NAMES[origin]), name: createdBy })}
        </p>
        {note !== '' && <p className="text-13">{t('deliveries.detail.note', { note })}</p>}
        <DeliveryHistory details={details} timeZone={timeZone} now={now} />
        <DoorPhoto details={details} timeZone={timeZone} />
        <DeliveryWay details={details} />
        <span className="flex flex-wrap gap-2">
          {delivery.serialNumber !== '' && (
            <>
              <MomentButton look="small" serialNumber={delivery.serialNumber} at={delivery.createdAt} />
              <Button
                size="s"
                onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(delivery.serialNumber) })}
              >
                {t('shared.robotPage')}
              </Button>
            </>
          )}
          <Button
            size="s"
            icon={Link}
            onClick={() => copy(`${window.location.origin}${deliveryPath(delivery.id, isRecord)}`)}
          >
            {t('shared.copyLink')}
          </Button>
        </span>
        {failure && <p className="text-12 text-attn-text">{t('deliveries.detail.old')}</p>}
      </Drawer>
      <Question question={question} cancelLabel={t('deliveries.cancel.keep')} />
      <RedirectDialog detail={detail} />
    </>
  );
}
