ALTER TABLE "robots" ADD COLUMN "driven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "robots" ADD COLUMN "driven_metres" double precision;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;