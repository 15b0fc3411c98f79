/** Commands for the robot, and the command ledger with its outcomes. */
import type { RobotPageProps } from './useRobotPage.ts';
import { useT } from '../../hooks/useT.ts';
import { ActionsButton } from './ActionsPanel.tsx';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import { CommandButtons } from './CommandButtons.tsx';
import { CommandLedger } from './CommandLedger.tsx';
import { PointsDialog } from './PointsDialog.tsx';
import { COMMANDS_CARD } from './robotLayout.ts';

/** The empty state fills the card. */
const EMPTY = '[&>.state]:min-h-0 [&>.state]:flex-1';

export function CommandsCard(part: RobotPageProps) {
  const t = useT();
  return (
    <Card
      title={t('shared.commands')}
      clip
      className={classes(COMMANDS_CARD, EMPTY)}
      acts={
        <>
          <CommandButtons {...part} />
          <ActionsButton {...part} />
        </>
      }
    >
      <CommandLedger {...part} />
      <PointsDialog {...part} />
    </Card>
  );
}
