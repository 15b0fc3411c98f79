/**
 * Frame of a page that is a list: title with facts and actions, filters in one row, then the list with all remaining
 * height, and beside it the details of a row.
 *
 * The page lists `lists` among its locales.
 *
 *   <ListPage title={…} facts={…} primary={{ label: …, icon: Plus, onPress: … }} filters={<Filters …/>} detail={<Drawer …/>}>
 *     <PagedList …><ListTable …/></PagedList>
 *   </ListPage>
 */
import type { ReactNode } from 'react';
import type { Glyph } from '../icons/glyph.ts';
import { Button } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';
import { PageHead } from '../shell/PageHead.tsx';

export interface PrimaryAction {
  readonly label: string;
  readonly icon?: Glyph | undefined;
  readonly busy?: boolean | undefined;
  readonly disabledReason?: string | undefined;
  readonly onPress: () => void;
}

export interface ListPageProps {
  readonly title: string;
  /** One sentence: "12 tasks, 3 in doubt". */
  readonly facts?: ReactNode;
  readonly primary?: PrimaryAction | undefined;
  /** Other buttons, before the primary one. */
  readonly actions?: ReactNode;
  readonly filters?: ReactNode;
  /** A Drawer while a row is open. */
  readonly detail?: ReactNode;
  /** Dialogs and questions. */
  readonly dialogs?: ReactNode;
  /** The list, and cards below it. */
  readonly children: ReactNode;
}

const PAGE = 'flex min-h-0 flex-1 flex-col gap-3 max-desk:flex-none';
/** On a phone, the actions share a row below the title; held sideways, they are beside it. */
const HEAD_ON_PHONE =
  'max-desk:[&>.page-head]:flex-wrap max-desk:[&>.page-head_.btn]:h-11 max-desk:[&>.page-head_.btn]:flex-1 max-desk:[&_.page-title]:basis-full max-desk:sideways:[&_.page-title]:basis-0 max-desk:sideways:[&>.page-head_.btn]:flex-none';

export function ListPage({ title, facts, primary, actions, filters, detail, dialogs, children }: ListPageProps) {
  return (
    <div className={classes(PAGE, HEAD_ON_PHONE)}>
      <PageHead title={title} facts={facts}>
        {actions}
        {primary && (
          <Button
            variant="primary"
            icon={primary.icon}
            busy={primary.busy}
            disabledReason={primary.disabledReason}
            onClick={primary.onPress}
          >
            {primary.label}
          </Button>
        )}
      </PageHead>
      {filters}
      <div className="relative flex min-h-0 flex-1 items-start gap-3 max-desk:flex-none">
        <div className="flex max-h-full min-w-0 flex-1 flex-col gap-3">{children}</div>
        {detail}
      </div>
      {dialogs}
    </div>
  );
}
