ALTER TABLE "robots" ADD COLUMN "password_issued_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "robots" ADD COLUMN "retired_at" timestamp (3) with time zone;