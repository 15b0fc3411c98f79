ALTER TABLE "elevators" ADD COLUMN "stops" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "open_seconds" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "opened_by" text DEFAULT 'robot' NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "relay_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "relay_key_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "open_seconds" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "opened_by" text DEFAULT 'robot' NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "relay_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "relay_key_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;