"""Addresses of the tables, the hands, the rules and the checks."""

from django.urls import path

from games.casebook.urls import urlpatterns as casebook
from games.cases.ruling.urls import urlpatterns as case_rulings
from games.cases.urls import urlpatterns as cases
from games.conventions.urls import urlpatterns as conventions
from games.evenings.urls import urlpatterns as evenings
from games.hands.urls import urlpatterns as hands
from games.learning.urls import urlpatterns as learning
from games.lessons.urls import urlpatterns as lessons
from games.linked.urls import urlpatterns as linked
from games.paper.urls import urlpatterns as paper
from games.players.urls import urlpatterns as players
from games.polls.urls import urlpatterns as polls
from games.practice.urls import urlpatterns as practice
from games.records.urls import urlpatterns as records
from games.results.game_view import game
from games.results.urls import urlpatterns as results
from games.reviews.urls import urlpatterns as reviews
from games.rulebook.urls import urlpatterns as rulebook
from games.rulings.views import direct
from games.screen.urls import urlpatterns as screen
from games.sheets.urls import urlpatterns as sheets
from games.sweep.urls import urlpatterns as sweep
from games.transcripts.urls import urlpatterns as transcripts

app_name = "games"

urlpatterns = [
    path("tables/<uuid:table_id>/director/", direct, name="direct"),
    path("games/<uuid:stream>/", game, name="game"),
    *casebook,
    *screen,
    *hands,
    *cases,
    *conventions,
    *linked,
    *rulebook,
    *players,
    *polls,
    *learning,
    *lessons,
    *practice,
    *records,
    *evenings,
    *results,
    *reviews,
    *sheets,
    *paper,
    *case_rulings,
    *transcripts,
    *sweep,
]
