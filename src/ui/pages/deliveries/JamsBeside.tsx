/** Compartments that jammed in deliveries which other robots have now: what that means, and the act that ends it. */
import { useSelector } from '@xstate/react';
import { robotPath } from '../../../machines/app/events.ts';
import {
  type DeliveriesRef,
  selectDeliveries,
  selectIsClearing,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { obstacleText } from '../../deliveries/deliveryTexts.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { timeStamp } from '../../shell/siteTime.ts';

interface JamsProps {
  readonly screen: DeliveriesRef;
  readonly timeZone: string;
  /** Why nothing can be done now; undefined if it can. */
  readonly blocked: string | undefined;
}

export function JamsBeside({ screen, timeZone, blocked }: JamsProps) {
  const t = useT();
  const { navigation } = useApp();
  const { board } = useSelector(screen, selectDeliveries);
  const isClearing = useSelector(screen, selectIsClearing);
  return (board?.jams ?? []).map(({ serialNumber, robotName, compartment, at, obstacle }) => (
    <Banner
      key={`${serialNumber} ${compartment}`}
      tone="warn"
      title={t('deliveries.jam.title', { robot: robotName, compartment })}
      text={t('deliveries.jam.text', { time: timeStamp(at, timeZone) })}
    >
      <Button size="s" onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(serialNumber) })}>
        {t('deliveries.jam.robot', { robot: robotName })}
      </Button>
      <Button
        size="s"
        busy={isClearing}
        disabledReason={blocked ?? obstacleText(t, obstacle)}
        onClick={() => screen.send({ type: 'jam.clear', serialNumber, compartment })}
      >
        {t('deliveryTexts.cleared.left', { compartment, robot: robotName })}
      </Button>
    </Banner>
  ));
}
